import { truncated } from '../../../text/truncate.ts';
import { previewCharacters } from './schema.ts';

/** Min characters that a cut between words keeps. */
const leastKept = 84;

/**
 * The beginning of a text: at most 140 code points, `…` included. Cuts between words where possible. The text may end
 * anywhere after them.
 */
export const previewOf = (text: string): string => truncated(text, { max: previewCharacters, least: leastKept });
