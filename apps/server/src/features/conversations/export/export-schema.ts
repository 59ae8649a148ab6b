import { type Static, Type } from 'typebox';
import { agentFilter, filters } from '../lists/list-schema.ts';

/** The parameters of an export: its format, and the filters of the list. */
export const ExportQuery = Type.Object(
  {
    format: Type.Unsafe<'jsonl' | 'csv'>(
      Type.String({
        enum: ['jsonl', 'csv'],
        default: 'jsonl',
        examples: ['csv'],
        description:
          '`jsonl` (the default): one conversation per line, with its messages and entries. `csv`: one message per line.',
      }),
    ),
    ...agentFilter,
    ...filters,
  },
  { additionalProperties: false, 'x-shown': ['format', 'createdAfter'] },
);
export type ExportQuery = Static<typeof ExportQuery>;
