import { Type } from 'typebox';
import { about, happened } from './event-kind.ts';

/** Events of exports. */
export const exportEvents = {
  'export.created': happened('Data of a workspace was exported. There is one event for each workspace that was read.', {
    agent: Type.Optional(about.agent),
    kind: Type.String({ description: 'The kind of the exported objects.', examples: ['conversations'] }),
    format: Type.String({ description: '`jsonl` or `csv`.', examples: ['csv'] }),
    filters: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The filters that were set, by name. Searched texts and user IDs are shown by digest and length.',
      examples: [{ status: 'closed' }],
    }),
  }),
} as const;
