import { Type } from 'typebox';
import { mostlyNull, textLike } from './fields.ts';
import { idFilter } from './lists.ts';

/** The limits of metadata and of the filters by it. */
export const metadataBounds = {
  keys: 50,
  /** Max characters as JSON (16 KiB). */
  characters: 16 * 1024,
  externalId: 200,
  filterKeys: 10,
  filterValues: 50,
  filterCharacters: 500,
} as const;

const described = `max ${metadataBounds.keys} keys, 16,384 characters as JSON`;

/** The caller's own data in an object. The example belongs to the object. */
export const metadataField = (example: object) =>
  Type.Record(Type.String(), Type.Unknown(), {
    maxProperties: metadataBounds.keys,
    description: `Your own data: ${described}. Empty unless set.`,
    examples: [example],
  });

/** The caller's own data in a response. */
export const metadataShown = (example: object) =>
  Type.Record(Type.String(), Type.Unknown(), { description: 'Your own data.', examples: [example] });

/** Metadata as JSON, in a field of a form. */
export const MetadataText = Type.String({
  minLength: 2,
  maxLength: metadataBounds.characters,
  description: `Your own data as a JSON object: ${described}. Empty unless set.`,
  examples: ['{"region":"eu"}'],
});

/** The caller's ID of an object, in a request. `where` says where it is unique. */
export const externalIdField = (where: string) =>
  Type.String({
    minLength: 1,
    maxLength: metadataBounds.externalId,
    description: `Your own ID: 1 to ${metadataBounds.externalId} characters, unique in the ${where}.`,
    examples: ['cms-4711'],
  });

/** The caller's ID of an object, in a change. `where` says where it is unique. */
export const externalIdChange = (where: string) =>
  Type.Optional(Type.Union([externalIdField(where), Type.Null()], { description: 'Your own ID; null for none.' }));

/** The caller's ID of an object, in a response. */
export const externalIdShown = (example: string) => mostlyNull(textLike(example), 'Your own ID; null if it has none.');

/** The filters by which callers find objects of a kind again: their ID, their data, and the exact name. */
export const ownFilters = ({ kind, externalId, name }: { kind: string; externalId: string; name: string }) => ({
  externalId: idFilter(`Only ${kind} with this ID of yours`, externalId),
  metadata: metadataQuery,
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: `Only ${kind} with exactly this name; absent for all.`,
      examples: [name],
    }),
  ),
});

const FilterText = Type.String({ maxLength: metadataBounds.filterCharacters });

const filterBy = (title: string) =>
  Type.Object(
    {
      metadata: Type.Unsafe<Readonly<Record<string, string | readonly string[]>>>(
        Type.Record(
          Type.String(),
          Type.Union([FilterText, Type.Array(FilterText, { minItems: 1, maxItems: metadataBounds.filterValues })]),
          {
            maxProperties: metadataBounds.filterKeys,
            description:
              'The value of each key, or a list of values: it must have one of them. Numbers and booleans are text. ' +
              `Max ${metadataBounds.filterKeys} keys with ${metadataBounds.filterValues} values each.`,
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
      maxProperties: metadataBounds.filterKeys,
      description:
        'Only items whose metadata has these values: `metadata[key]=value`, for up to 10 keys; absent for all. ' +
        'Numbers and booleans are compared as text.',
      examples: [{ region: 'eu' }],
    }),
  ),
);
