import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../../schemas/examples.ts';
import { mostlyNull, textLike, timeField } from '../../../schemas/fields.ts';
import { maxCharacters } from '../../../schemas/limits.ts';
import { listQuery } from '../../../schemas/lists.ts';
import { amountField, wordField } from '../schema.ts';

const statuses = ['ready', 'skipped', 'failed'] as const;
const statusWords = '`ready`, or `skipped` or `failed`, then with an `error`.';

/** A document of a source as the API returns it. */
export const SourceDocument = Type.Object(
  {
    _id: Type.String({ description: 'Document identifier.', examples: [ids.document] }),
    source: Type.String({ description: 'Identifier of the knowledge source.', examples: [ids.source] }),
    key: Type.String({
      description: 'Its identity across versions: the URL of a page, the ID of a pair, `text`, or `file`.',
      examples: ['https://example.com/returns'],
    }),
    url: mostlyNull(textLike('https://example.com/returns'), 'URL of a page; else null.'),
    title: Type.String({ description: 'Title.', examples: ['Returns'] }),
    status: wordField(statuses, statusWords),
    error: mostlyNull(
      Type.Object({
        code: Type.String({ description: 'The stable code.', examples: ['not_html'] }),
        message: Type.String({ description: 'Description of the problem.', examples: ['The page is not HTML.'] }),
      }),
      'Why it was left out; null if it was not.',
    ),
    hash: Type.String({ description: 'SHA-256 of the text, in hex.', examples: ['9f86d081884c7d65'] }),
    bytes: amountField('UTF-8 bytes of the text.', 9_120),
    chunkCount: amountField('Number of chunks.', 12),
    version: amountField('The first version of the source that has it.', 1),
    createdAt: timeField('Time at which it was read'),
  },
  { title: 'KnowledgeDocument' },
);

/** The parameters of the list. */
export const DocumentQuery = listQuery({
  status: Type.Optional(wordField(statuses, 'Only documents in this state; absent for all.')),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxCharacters.search,
      description: 'Only documents whose title or URL contains this text; absent for all.',
      examples: ['returns'],
    }),
  ),
});
export type DocumentQuery = Static<typeof DocumentQuery>;
