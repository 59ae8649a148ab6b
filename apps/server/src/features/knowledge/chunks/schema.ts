import { type Static, Type } from 'typebox';
import { exampleIds as ids } from '../../../schemas/examples.ts';
import { mostlyNull, textLike } from '../../../schemas/fields.ts';
import { maxCharacters } from '../../../schemas/limits.ts';
import { idFilter, listQuery } from '../../../schemas/lists.ts';
import { sourceLimits } from '../../../schemas/source-limits.ts';
import { amountField } from '../schema.ts';

/** A chunk as the API returns it. */
export const Chunk = Type.Object(
  {
    number: amountField('Its number in the source, which is never used again.', 7),
    source: Type.String({ description: 'Identifier of the knowledge source.', examples: [ids.source] }),
    document: Type.String({ description: 'Identifier of its document.', examples: [ids.document] }),
    title: Type.String({ description: 'Title of the document.', examples: ['Returns'] }),
    url: mostlyNull(textLike('https://example.com/returns'), 'URL of the document; null if it has none.'),
    text: Type.String({ description: 'The text: the part of the document from `start` to `end`.', examples: ['…'] }),
    headings: Type.Array(Type.String(), {
      description: 'The headings above it, outermost first.',
      examples: [['Returns', 'Books']],
    }),
    page: mostlyNull(Type.Integer({ examples: [3] }), 'Page of a paged document, from 1; else null.'),
    start: amountField('Its first character in the text of the document, in UTF-16 units.', 480),
    end: amountField('The character after its last one.', 1_204),
    hash: Type.String({ description: 'SHA-256 of the text, in hex.', examples: ['9f86d081884c7d65'] }),
    edited: Type.Boolean({ description: 'True if its text was edited by hand.', examples: [false] }),
    original: mostlyNull(
      Type.String({ examples: ['Within 30 days.'] }),
      'The text that its source has, if it was edited; else null.',
    ),
    pendingText: mostlyNull(
      Type.String({ examples: ['Within 60 days.'] }),
      'The text that it gets with the version that is being made; null if no edit waits.',
    ),
    enabled: Type.Boolean({ description: 'False if it was switched off: then it is not found.', examples: [true] }),
  },
  { title: 'KnowledgeChunk' },
);

/** The parameters of the list. */
export const ChunkQuery = listQuery({
  documentId: idFilter('Only chunks of this document', ids.document),
  enabled: Type.Optional(
    Type.Boolean({ description: 'Only chunks that are switched on, or off; absent for all.', examples: [false] }),
  ),
  from: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000_000,
      description: 'Only chunks with this number or a higher one, such as that of a citation; absent for all.',
      examples: [7],
    }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxCharacters.search,
      description: 'Only chunks whose text contains this text; absent for all.',
      examples: ['30 days'],
    }),
  ),
});
export type ChunkQuery = Static<typeof ChunkQuery>;

/** The body that changes a chunk. */
export const ChunkChanges = Type.Object(
  {
    enabled: Type.Optional(
      Type.Boolean({ description: 'False to switch it off: then it is not found.', examples: [false] }),
    ),
    text: Type.Optional(
      Type.Union(
        [
          Type.String({
            ...{ minLength: 1, maxLength: sourceLimits.chunk, pattern: '\\S', examples: ['Within 60 days.'] },
            'x-message': 'must have a character that is not white space',
          }),
          Type.Null(),
        ],
        { description: 'The text in its place: up to 10,000 characters; null for the text of the source.' },
      ),
    ),
  },
  { additionalProperties: false, title: 'KnowledgeChunkChanges' },
);
export type ChunkChanges = Static<typeof ChunkChanges>;

/** The path of one chunk. */
export const ChunkPath = Type.Object({
  id: Type.String({ description: 'Knowledge source identifier.', examples: [ids.source] }),
  number: Type.String({ description: 'Number of the chunk.', examples: ['7'] }),
});
