import { type Static, Type } from 'typebox';
import { sourceLimits } from '../../../schemas/source-limits.ts';
import { amountField } from '../schema.ts';

/** Max bytes of the body of an import: 1,000 pairs of full length, and what JSON adds. */
export const maxImportBytes = 16 * 1024 * 1024;

/** The body that imports pairs. */
export const PairImport = Type.Object(
  {
    csv: Type.String({
      minLength: 1,
      description:
        'The CSV: columns `question`, `answer` and, if pairs are to be changed by it, `id`, divided by commas, ' +
        'semicolons or tabs. Without names in its first row, the first two columns are question and answer.',
      examples: ['question,answer\r\nCan I return a book?,"Yes, within 30 days."\r\n'],
    }),
    dryRun: Type.Optional(
      Type.Boolean({ description: 'True to change nothing: what would happen is counted.', examples: [true] }),
    ),
  },
  { additionalProperties: false, title: 'KnowledgePairImport' },
);
export type PairImport = Static<typeof PairImport>;

/** Results of an import, or of its dry run. */
export const PairImportResult = Type.Object(
  {
    created: amountField('Number of pairs that are new.', 12),
    updated: amountField('Number of pairs that are changed.', 3),
    unchanged: amountField('Number of pairs that are as they were.', 85),
    errors: Type.Array(
      Type.Object({
        line: amountField('The line of the CSV in which the row ends, from 1.', 7),
        message: Type.String({ description: 'Description of the problem.', examples: ['The answer is missing.'] }),
      }),
      { description: 'Rows that are wrong, the first 100; with any, nothing is imported.' },
    ),
  },
  { title: 'KnowledgePairImportResult' },
);
export type PairImportResult = Static<typeof PairImportResult>;

/** The pairs of a source as CSV. */
export const PairExport = Type.Object(
  {
    csv: Type.String({
      description: `The CSV with the columns \`id\`, \`question\` and \`answer\`: all pairs, at most ${sourceLimits.pairs.toLocaleString('en-US')}.`,
      examples: ['id,question,answer\r\n'],
    }),
  },
  { title: 'KnowledgePairExport' },
);
