import { type Static, Type } from 'typebox';
import { eventFilters } from '../schema.ts';

/** The parameters of an export: its format, and the filters of the list. */
export const EventExportQuery = Type.Object(
  {
    format: Type.Unsafe<'jsonl' | 'csv'>(
      Type.String({
        enum: ['jsonl', 'csv'],
        default: 'jsonl',
        examples: ['csv'],
        description: '`jsonl` (the default): one event per line, as the list shows it. `csv`: one event per row.',
      }),
    ),
    ...eventFilters,
  },
  { additionalProperties: false, 'x-shown': ['format', 'createdAfter'] },
);
export type EventExportQuery = Static<typeof EventExportQuery>;
