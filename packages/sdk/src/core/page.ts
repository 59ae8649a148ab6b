import { InvalidResponseError, ParleyError } from '../errors.ts';
import { type APIPromise, toAPIPromise } from './api-promise.ts';
import type { Answer } from './attempt.ts';
import { failureOf } from './envelope.ts';

const invalidArgument = { code: 'invalid_argument' };

/** One page of a list. Iterating over it continues through all following pages. */
export interface Page<Item> extends AsyncIterable<Item> {
  readonly items: Item[];
  /** The cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
  /** The number of items on all pages; only with `includeTotal`. */
  readonly total?: number;
  hasNextPage(): boolean;
  /** Throws a `ParleyError` after the last page. */
  getNextPage(): PagePromise<Item>;
}

/** A promise of the first page, which can also be iterated through to the last item. */
export interface PagePromise<Item> extends APIPromise<Page<Item>>, AsyncIterable<Item> {
  /** The first `limit` items of all pages. */
  toArray(options: { readonly limit: number }): Promise<Item[]>;
}

/** Requests the page at a cursor; undefined means the first. */
export type SendForPage = (cursor: string | undefined) => Promise<Answer>;

/** Requests a page; returns a promise that can be awaited or iterated. */
export function toPagePromise<Item>(send: SendForPage, cursor?: string): PagePromise<Item> {
  const first = toAPIPromise(send(cursor), (data, answer) => toPage<Item>(data, { answer, send, cursor }));
  return Object.assign(first, {
    [Symbol.asyncIterator]: () => walk(first),
    toArray: ({ limit }: { readonly limit: number }) => {
      // With an invalid limit nobody reads the page; its failure, unhandled, would end a Node process.
      first.catch(() => {});
      return collect(walk(first), limit);
    },
  });
}

interface Origin {
  readonly answer: Answer;
  readonly send: SendForPage;
  readonly cursor: string | undefined;
}

function toPage<Item>(data: object, { answer, send, cursor }: Origin): Page<Item> {
  const { items, nextCursor, total } = data as { items?: Item[]; nextCursor?: string | null; total?: number };
  // A cursor that leads to itself would loop forever.
  if (!Array.isArray(items) || nextCursor === undefined || (nextCursor !== null && nextCursor === cursor)) {
    throw new InvalidResponseError(failureOf(answer, 'The response is not a page of a list.', 'invalid_response'));
  }
  const page: Page<Item> = {
    items,
    nextCursor,
    ...(total === undefined ? {} : { total }),
    hasNextPage: () => nextCursor !== null,
    getNextPage: () => {
      if (nextCursor === null)
        throw new ParleyError('There is no next page; check hasNextPage() first.', invalidArgument);
      return toPagePromise(send, nextCursor);
    },
    [Symbol.asyncIterator]: () => walk(page),
  };
  return page;
}

async function* walk<Item>(first: Page<Item> | Promise<Page<Item>>): AsyncGenerator<Item, void, undefined> {
  let page = await first;
  yield* page.items;
  while (page.hasNextPage()) {
    page = await page.getNextPage();
    yield* page.items;
  }
}

async function collect<Item>(items: AsyncIterable<Item>, limit: number): Promise<Item[]> {
  if (!Number.isInteger(limit) || limit < 1)
    throw new ParleyError('limit must be a whole number of at least 1.', invalidArgument);
  const collected: Item[] = [];
  for await (const item of items) {
    collected.push(item);
    if (collected.length === limit) break;
  }
  return collected;
}
