import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type CrawlerParts, createCrawler } from '../../src/crawl/crawler.ts';
import type { Clock } from '../../src/crawl/hosts.ts';
import type { Extract } from '../../src/crawl/page.ts';
import { SourceFailure } from '../../src/extract/document.ts';
import type { OutboundLimits } from '../../src/outbound/limits.ts';
import type { Outbound } from '../../src/outbound/outbound.ts';
import { startWorld, type World } from '../outbound/world.ts';

/** The answer of an address: a page's HTML, a status with headers and a body, or a handler. */
export type Reply = string | readonly [status: number, headers?: Headers, body?: string | Buffer] | Handler;
type Headers = Readonly<Record<string, string>>;
type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A request as a site received it. */
export interface Asked {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A closed internet with a crawler in it, whose waits take no time. */
export interface Web {
  readonly world: World;
  readonly crawler: ReturnType<typeof createCrawler>;
  /** The requests so far, in order. */
  readonly asked: readonly Asked[];
  /** The times at which the crawler started its requests, by its clock in ms, and how many were open at most. */
  readonly started: { readonly times: number[]; atOnce: number };
  /** The paths of the requests so far, without robots.txt and sitemaps. */
  paths(): string[];
  /** Sets answers by `/path` (at `public.test`) or by full URL; all else is 404. */
  serve(replies: Readonly<Record<string, Reply>>): void;
  /** The clock of the crawler: each wait moves it on. */
  readonly clock: Clock;
  close(): Promise<void>;
}

/** Deviations of a web from the usual one. */
interface WebOptions extends Partial<Pick<CrawlerParts, 'limits' | 'about' | 'extract'>> {
  readonly environment?: Readonly<Record<string, string>>;
  readonly outbound?: Partial<OutboundLimits>;
}

/** The address that every name of the web has. */
const home = '93.184.215.14';

const names = ['public.test', 'www.public.test', 'first.test', 'second.test'];

/** Starts a web. Only one may be open in a process. */
export async function startWeb({
  environment,
  outbound,
  extract = plainExtract,
  ...parts
}: WebOptions = {}): Promise<Web> {
  const world = await startWorld(environment, outbound === undefined ? {} : { limits: outbound });
  for (const name of names) world.names.set(name, [home]);
  const replies = new Map<string, Reply>();
  const asked: Asked[] = [];
  let time = 0;
  world.serve((request, response) => {
    const scheme = 'encrypted' in request.socket ? 'https' : 'http';
    const url = `${scheme}://${request.headers.host}${request.url}`;
    asked.push({ url, headers: request.headers });
    send(request, response, replies.get(url) ?? replies.get(pathOf(url)) ?? [404]);
  });
  const clock = {
    now: () => time,
    sleep: async (ms: number, signal: AbortSignal) => {
      const until = time + ms;
      await Promise.resolve();
      signal.throwIfAborted();
      time = Math.max(time, until);
    },
  };
  const started: Web['started'] = { times: [], atOnce: 0 };
  const watched = watch(world.outbound, started, clock);
  return {
    world,
    started,
    crawler: createCrawler({
      outbound: watched,
      extract,
      clock,
      date: () => 1_800_000_000_000 + time,
      ...parts,
    }),
    asked,
    paths: () => asked.map(({ url }) => pathOf(url)).filter((path) => !/robots\.txt$|sitemap/.test(path)),
    serve: (next) => {
      for (const [url, reply] of Object.entries(next)) replies.set(url, reply);
    },
    clock,
    close: () => world.close(),
  };
}

/** Notes when requests start, and how many are open. */
function watch(outbound: Outbound, started: Web['started'], { now }: Clock): Outbound {
  let open = 0;
  const end = () => {
    open -= 1;
  };
  return {
    ...outbound,
    fetch: async (sent) => {
      started.times.push(now());
      open += 1;
      started.atOnce = Math.max(started.atOnce, open);
      try {
        const response = await outbound.fetch(sent);
        response.body.once('close', end);
        return response;
      } catch (error) {
        end();
        throw error;
      }
    },
  };
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (typeof reply === 'function') {
    reply(request, response);
    return;
  }
  const [status, headers = {}, body = ''] = typeof reply === 'string' ? [200, {}, reply] : reply;
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
}

/** Reads the text between tags, as the extractor does with more care. */
export const plainExtract: Extract = async ({ bytes, url }) => {
  const html = Buffer.from(bytes).toString();
  if (html.includes('id="app"')) {
    throw new SourceFailure('needs_script', {
      message: 'The page needs a script to show its text.',
      hint: 'Upload its text.',
    });
  }
  const title = /<title>([^<]{0,200})/.exec(html)?.[1] ?? new URL(url).pathname;
  const text = html
    .replace(/<title>[^<]*<\/title>|<[^>]{0,500}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '')
    throw new SourceFailure('no_text', { message: 'The page has no text.', hint: 'Choose another page.' });
  return { documents: [{ title, text, marks: [] }], warnings: [] };
};
