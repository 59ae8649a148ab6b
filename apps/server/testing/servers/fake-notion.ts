import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '../outbound/world.ts';

/** A local server that speaks as much of Notion's API as is read, in version 2025-09-03. */
export interface FakeNotion {
  readonly url: string;
  /** The settings with which a service reads it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Pages, data sources and databases by their IDs. */
  readonly objects: Map<string, Json>;
  /** Blocks in pages and blocks, by the ID of these. */
  readonly blocks: Map<string, Json[]>;
  /** Requests so far: method and path without version. */
  readonly requests: string[];
  /** The token that is demanded. */
  token: string;
  /** Answers the next requests with these in place of the server: `undefined` lets one pass. */
  misbehave(...answers: (Answer | undefined)[]): void;
  close(): Promise<void>;
}

type Json = Readonly<Record<string, unknown>>;

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The ID of a number. */
export const notionId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A rich text of one piece. */
export const rich = (text: string, given: { href?: string; code?: boolean; strikethrough?: boolean } = {}): Json[] => {
  const { href = null, ...annotations } = given;
  return [{ type: 'text', plain_text: text, href, annotations }];
};

/** A block with the fields of its type. */
export const block = (type: string, body: Json = {}, given: Json = {}): Json => ({
  ...{ object: 'block', id: given['id'] ?? notionId(0), type, has_children: false, in_trash: false, ...given },
  [type]: body,
});

/** A paragraph or another block of a text. */
export const textBlock = (type: string, text: string, given: Json = {}): Json =>
  block(type, { rich_text: rich(text) }, given);

/** A page; its parent is the workspace unless given. */
export const page = (id: string, title: string, given: Json = {}): Json => ({
  ...{ object: 'page', id, url: `https://www.notion.so/${id.replaceAll('-', '')}`, in_trash: false, archived: false },
  ...{ last_edited_time: '2026-01-05T10:00:00.000Z', parent: { type: 'workspace', workspace: true }, ...given },
  properties: { title: { id: 'title', type: 'title', title: rich(title) }, ...(given['properties'] as Json) },
});

/** Starts the server; its lists have `pageSize` items a page. */
export async function startFakeNotion({ pageSize = 100 } = {}): Promise<FakeNotion> {
  const ways: (Answer | undefined)[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    made.requests.push(`${request.method} ${(request.url ?? '').replace('/v1/', '')}`);
    const way = ways.shift();
    if (way !== undefined) response.writeHead(way.status, way.headers).end(way.body ?? '');
    else {
      const [status, body] = answer(made, request, { body: Buffer.concat(chunks).toString(), pageSize });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
  });
  const port = await listen(server);
  const url = `http://127.0.0.1:${port}`;
  const made: FakeNotion = {
    url,
    environment: { PARLEY_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}`, PARLEY_PLATFORM_URLS: `notion=${url}` },
    ...{ objects: new Map(), blocks: new Map(), requests: [], token: 'ntn_test' },
    misbehave: (...answers) => {
      ways.push(...answers);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return made;
}

interface Given {
  readonly body: string;
  readonly pageSize: number;
}

type Reply = readonly [status: number, body: Json];

const fail = (status: number, code: string, message: string): Reply => [
  status,
  { object: 'error', status, code, message },
];

/** Returns a page of a list. */
function list(items: readonly Json[], cursor: unknown, pageSize: number): Reply {
  const from = Number(cursor ?? 0);
  const end = from + pageSize;
  const next = end < items.length ? String(end) : null;
  return [200, { object: 'list', results: items.slice(from, end), has_more: next !== null, next_cursor: next }];
}

function answer(notion: FakeNotion, { url, method, headers }: IncomingMessage, { body, pageSize }: Given): Reply {
  const { pathname, searchParams } = new URL(url ?? '', notion.url);
  if (headers.authorization !== `Bearer ${notion.token}`) return fail(401, 'unauthorized', 'API token is invalid.');
  if (headers['notion-version'] !== '2025-09-03')
    return fail(400, 'missing_version', 'Notion-Version header should be defined.');
  const [, , kind = '', id = '', children] = pathname.split('/');
  if (method === 'POST' && kind === 'search') {
    const { start_cursor: cursor } = JSON.parse(body) as Json;
    return list([...notion.objects.values()].filter(isListed), cursor, pageSize);
  }
  const missing = fail(404, 'object_not_found', `Could not find ${kind} with ID: ${id}.`);
  if (children !== undefined) {
    const blocks = notion.blocks.get(id) ?? (notion.objects.has(id) ? [] : undefined);
    return blocks === undefined ? missing : list(blocks, searchParams.get('start_cursor'), pageSize);
  }
  const found = find(notion, kind, id);
  return found === undefined ? missing : [200, found];
}

const isListed = ({ object, unlisted }: Json): boolean => object !== 'database' && unlisted !== true;

/** The kinds of objects that each path returns. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  ...{ pages: ['page'], databases: ['database'], data_sources: ['data_source'], blocks: ['page', 'block'] },
};

function find({ objects, blocks }: FakeNotion, kind: string, id: string): Json | undefined {
  const found = objects.get(id) ?? [...blocks.values()].flat().find((each) => each['id'] === id);
  return kindsOf[kind]?.includes(String(found?.['object'])) === true ? found : undefined;
}
