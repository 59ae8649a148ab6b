import { type TOptional, type TProperties, type TSchema, type TString, Type } from 'typebox';

/** Max items of one page. */
export const maxPage = 100;

/** Max length of a cursor in characters; a cursor with the longest name is shorter. */
const maxCursor = 6000;

/** A cursor in the examples; a real one is opaque, too. */
const cursor = 'eyJrIjoxNzY5ODUxODAwMDAwfQ';

/** The query parameters of every list. */
const pageParameters = {
  limit: Type.Integer({
    minimum: 1,
    maximum: maxPage,
    default: 20,
    description: 'Max items per page: 1 to 100, 20 by default.',
    examples: [50],
  }),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxCursor,
      description: 'The `nextCursor` of the previous page; absent for the first page.',
      examples: [cursor],
    }),
  ),
  includeTotal: Type.Boolean({
    default: false,
    description: 'True to add `total`, the number of all matching items; false by default.',
    examples: [true],
  }),
};

/** The query of a list: paging parameters, plus sort and filters. */
export const listQuery = <Properties extends TProperties>(filters: Properties) =>
  Type.Object({ ...pageParameters, ...filters }, { additionalProperties: false });

/** An order of a list; a leading `-` is descending. */
type SortOf<Key extends string> = Key | `-${Key}`;

/** The `sort` parameter of a list with the given keys. Without `usual`, the newest comes first. */
export const sortField = <const Key extends string>(keys: readonly Key[], usual?: NoInfer<SortOf<Key>>) =>
  Type.Unsafe<SortOf<Key>>(
    Type.String({
      enum: keys.flatMap((key) => [key, `-${key}`]),
      default: usual ?? '-createdAt',
      description: `Order of the list; \`-\` is descending. ${usual === undefined ? 'Newest first' : `\`${usual}\``} by default.`,
      examples: [usual ?? `-${keys[0]}`],
    }),
  );

/** The fields of the items that a list returns. */
export const fieldsField = (example: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'Only these fields of each item, separated by commas, and `_id`; absent for all. Long texts that aren’t ' +
        'asked for aren’t read.',
      examples: [example],
    }),
  );

/** A query whose `fields` were read: those of the items, all if undefined. */
export type WithFields<Query> = Omit<Query, 'fields'> & { readonly fields?: readonly string[] | undefined };

/**
 * A filter by an identifier. One that is unknown, malformed or out of reach matches nothing, as no item has it. The
 * length of a URL bounds it.
 */
export const idFilter = (description: string, example: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      description: `${description}; absent for all. Unknown ones match nothing.`,
      examples: [example],
    }),
  );

/** Two filters by a time. */
type TimeFilters<Name extends string> = { readonly [Key in `${Name}After` | `${Name}Before`]: TOptional<TString> };

/** The filters of a list by a time: at it or later, and before it. `which` completes "Only …", as in "agents created". */
export function timeFilters<const Name extends string>(name: Name, which: string): TimeFilters<Name> {
  const filter = (when: string, example: string) =>
    Type.Optional(
      Type.String({
        format: 'date-time',
        description: `Only ${which} ${when}; absent for no limit.`,
        examples: [example],
      }),
    );
  return {
    [`${name}After`]: filter('at this time (ISO 8601) or later', '2026-01-01T00:00:00Z'),
    [`${name}Before`]: filter('before this time (ISO 8601)', '2026-02-01T00:00:00Z'),
  } as TimeFilters<Name>;
}

/** The time of a filter in ms since 1970; undefined if it isn't set. */
export const msOf = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : Date.parse(time);

/** A page of items. */
export const pageOf = <Item extends TSchema>(item: Item) =>
  Type.Object(
    {
      items: Type.Array(item, { description: 'The items of this page.' }),
      nextCursor: Type.Union([Type.String({ examples: [cursor] }), Type.Null()], {
        examples: [null],
        description: 'The `cursor` of the next page; null on the last page.',
      }),
      total: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'The number of all matching items; absent unless `includeTotal` is true.',
          examples: [1],
        }),
      ),
    },
    { 'x-shown': ['items', 'nextCursor'] },
  );
