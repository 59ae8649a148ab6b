import { type TProperties, type TSchema, Type } from 'typebox';

/** Max items of one page. */
export const maxPage = 100;

/** Max length of a cursor in characters; one made from the longest name is shorter. */
const maxCursor = 6000;

/** The query parameters that every list has. */
const pageParameters = {
  limit: Type.Integer({ minimum: 1, maximum: maxPage, default: 20, description: 'How many items at most.' }),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: maxCursor, description: 'The `nextCursor` of the page before.' }),
  ),
  includeTotal: Type.Boolean({ default: false, description: 'Adds `total`, the number of all items.' }),
};

/** A list's query: the parameters of paging, an order, and filters of its own. */
export const listQuery = <Properties extends TProperties>(filters: Properties) =>
  Type.Object({ ...pageParameters, ...filters }, { additionalProperties: false });

/** A page of items. */
export const pageOf = <Item extends TSchema>(item: Item) =>
  Type.Object({
    items: Type.Array(item),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Where the next page begins; null on the last.',
    }),
    total: Type.Optional(Type.Integer({ description: 'The number of all items; with `includeTotal` only.' })),
  });
