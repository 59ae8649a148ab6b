import { SourceFailure } from '../../extract/document.ts';
import type { Connecting } from '../connector.ts';
import { type ConnectorRequest, createRequests, type Refusal, RefusedRequest } from '../requests.ts';
import { type Fields, fieldsOf, listOf, textOf } from './fields.ts';

/** Address of the API, and its version: the first in which databases have data sources. */
const api = { url: 'https://api.notion.com', version: '2025-09-03' } as const;

/** Max bytes of an answer: 100 blocks or pages. */
const maxBytes = 16 * 1024 * 1024;

/** Max items of one page of a list. */
const pageSize = 100;

/** The API of Notion. Functions throw a `SourceFailure`, which is a `RefusedRequest` if Notion answered so. */
export type Notion = ReturnType<typeof createNotion>;

/** Creates the client of an integration: its token goes to the API only. */
export function createNotion(of: Pick<Connecting, 'url' | 'credentials' | 'fetch' | 'signal'>) {
  const send = createRequests(of, reasonOf);
  const base = `${of.url === '' ? api.url : of.url}/v1`;
  const headers = { authorization: `Bearer ${of.credentials.token ?? ''}`, 'notion-version': api.version };

  const request = async (path: string, given: Pick<ConnectorRequest, 'method' | 'body' | 'headers'> = {}) => {
    const url = `${base}/${path}`;
    const answer = await send({ url, ...given, headers: { ...headers, ...given.headers }, maxBytes });
    return { fields: objectOf(answer.bytes, url), at: timeOf(answer.headers['date']) };
  };

  /** Reads the pages of a list; `ask` requests the one of a cursor. */
  const pages = async function* (ask: (cursor: string | undefined) => ReturnType<typeof request>) {
    for (let cursor: string | undefined; ; ) {
      const { fields, at } = await ask(cursor);
      yield { items: listOf(fields['results']).map(fieldsOf), at };
      const next = textOf(fields['next_cursor']);
      if (fields['has_more'] !== true || next === '' || next === cursor) return;
      cursor = next;
    }
  };

  return {
    /** Returns an object by its kind and ID. */
    get: async (kind: 'blocks' | 'databases' | 'data_sources' | 'pages', id: string): Promise<Fields> =>
      (await request(`${kind}/${encodeURIComponent(id)}`)).fields,

    /** Lists all pages and data sources that the integration can read, page by page, with the server's time in ms. */
    search: () =>
      pages((cursor) => {
        const sort = { timestamp: 'last_edited_time', direction: 'ascending' };
        const body = JSON.stringify({
          sort,
          page_size: pageSize,
          ...(cursor !== undefined && { start_cursor: cursor }),
        });
        return request('search', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      }),

    /** Lists the blocks in a page or in a block, page by page. */
    blocksIn: (id: string) =>
      pages((cursor) => {
        const from = cursor === undefined ? '' : `&start_cursor=${encodeURIComponent(cursor)}`;
        return request(`blocks/${encodeURIComponent(id)}/children?page_size=${pageSize}${from}`);
      }),
  };
}

/** Returns the result of a request; undefined if the API doesn't have, or doesn't show, what it names. */
export const orMissing = async <Result>(asked: Promise<Result>): Promise<Result | undefined> =>
  asked.catch((error: unknown) => {
    // An ID of another kind of object is a wrong value (400).
    if (error instanceof RefusedRequest && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  });

function objectOf(bytes: Buffer, url: string): Fields {
  try {
    return fieldsOf(JSON.parse(bytes.toString('utf8')));
  } catch {
    throw new SourceFailure('http_error', {
      message: `${new URL(url).host} did not answer as Notion does.`,
      hint: 'Sync again later.',
    });
  }
}

/** The time of an answer by the clock of its server, in ms. */
function timeOf(date: string | undefined): number {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? Date.now() : time;
}

/** Reads the code and the message of an error. */
function reasonOf({ bytes }: Refusal): string | undefined {
  try {
    const { code, message } = fieldsOf(JSON.parse(bytes.subarray(0, 16 * 1024).toString('utf8')));
    const words = [textOf(code), textOf(message)].filter((each) => each !== '').join(': ');
    return words === '' ? undefined : words.slice(0, 300);
  } catch {
    return undefined;
  }
}
