// Builds segments of the index for `npm run bench -- retrieval` in a process of its own, as the service does.
import { buildSegment } from '../../apps/server/src/retrieval/index/segment.ts';

process.on('message', (chunks) => process.send?.(buildSegment(chunks)));
