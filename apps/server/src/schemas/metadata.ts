import { Type } from 'typebox';
import { invalid } from '../errors.ts';

/** The limits of metadata and of the filters by it. */
const bounds = {
  keys: 50,
  /** Max characters as JSON (16 KiB). */
  characters: 16 * 1024,
  externalId: 200,
  filterKeys: 10,
  filterValues: 50,
  filterCharacters: 500,
} as const;

const described = `max ${bounds.keys} keys, 16,384 characters as JSON`;

/** The caller's own data in an object. The example belongs to the object. */
export const metadataField = (example: object) =>
  Type.Record(Type.String(), Type.Unknown(), {
    maxProperties: bounds.keys,
    description: `Your own data: ${described}. Empty unless set.`,
    examples: [example],
  });

/** The caller's own data in a response. */
export const metadataShown = (example: object) =>
  Type.Record(Type.String(), Type.Unknown(), { description: 'Your own data.', examples: [example] });

/** Throws `validation_failed` if metadata has too many keys, or is too large as JSON. */
export function checkMetadata(metadata: object | undefined): void {
  if (metadata === undefined) return;
  const refuse = (message: string) => invalid([{ path: 'metadata', message }]);
  if (Object.keys(metadata).length > bounds.keys) throw refuse(`must have at most ${bounds.keys} keys`);
  if (JSON.stringify(metadata).length > bounds.characters) throw refuse('must have at most 16,384 characters as JSON');
}

/** Metadata as JSON, in a field of a form. */
export const MetadataText = Type.String({
  minLength: 2,
  maxLength: bounds.characters,
  description: `Your own data as a JSON object: ${described}. Empty unless set.`,
  examples: ['{"region":"eu"}'],
});

/** The caller's ID of an object, in a request. `where` says where it is unique. */
export const externalIdField = (where: string) =>
  Type.String({
    minLength: 1,
    maxLength: bounds.externalId,
    description: `Your own ID: 1 to ${bounds.externalId} characters, unique in the ${where}.`,
    examples: ['cms-4711'],
  });

const FilterText = Type.String({ maxLength: bounds.filterCharacters });

const filterBy = (title: string) =>
  Type.Object(
    {
      metadata: Type.Unsafe<Readonly<Record<string, string | readonly string[]>>>(
        Type.Record(
          Type.String(),
          Type.Union([FilterText, Type.Array(FilterText, { minItems: 1, maxItems: bounds.filterValues })]),
          {
            maxProperties: bounds.filterKeys,
            description:
              'The value of each key, or a list of values: it must have one of them. Numbers and booleans are text. ' +
              `Max ${bounds.filterKeys} keys with ${bounds.filterValues} values each.`,
            examples: [{ region: ['eu', 'uk'] }],
          },
        ),
      ),
    },
    {
      additionalProperties: false,
      title,
      description: 'Finds only documents whose metadata matches; for keys that it doesn’t have, that of their source.',
    },
  );

/** A filter by metadata, in a body. */
export const MetadataFilter = filterBy('MetadataFilter');

/** A filter by metadata, in a response: the clients have types of their own for those. */
export const StoredFilter = filterBy('KnowledgeFilter');

/** A filter of a list by metadata: `metadata[key]=value`, once for each key. */
export const metadataQuery = Type.Optional(
  Type.Unsafe<Readonly<Record<string, string>>>(
    Type.Record(Type.String(), FilterText, {
      maxProperties: bounds.filterKeys,
      description:
        'Only items whose metadata has these values: `metadata[key]=value`, for up to 10 keys; absent for all. ' +
        'Numbers and booleans are compared as text.',
      examples: [{ region: 'eu' }],
    }),
  ),
);
