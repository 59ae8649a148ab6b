import { Type } from 'typebox';
import { happened } from './event-kind.ts';

/** Events of exports. */
export const exportEvents = {
  'export.created': happened('Something was exported; this was written before its first byte.', {
    kind: Type.String({ description: 'What was exported.', examples: ['events'] }),
    format: Type.String({ description: '`jsonl` or `csv`.', examples: ['csv'] }),
    filters: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'The filters of the request that chose it.',
        examples: [{ types: 'agent.*' }],
      }),
    ),
  }),
} as const;
