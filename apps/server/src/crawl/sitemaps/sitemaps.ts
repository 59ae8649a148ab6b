import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SourceFailure } from '../../extract/document.ts';
import { toOutboundError } from '../../outbound/network-errors.ts';
import { parseUrl } from '../../parse-url.ts';
import { pace } from '../../scheduling/pace.ts';
import type { Rate } from '../hosts.ts';
import { failure, statusFailure, toFailure } from '../problems.ts';
import { hostOf, type Requests } from '../requests.ts';
import { entriesIn } from './sitemap-entries.ts';

/** Limits of reading the sitemaps of one site. */
const limits = {
  /** Max sitemaps that are fetched. */
  files: 100,
  /** Max size of one, in bytes as decoded; what follows is ignored. */
  bytes: 10 * 1024 * 1024,
  /** Max entries of all. */
  entries: 100_000,
  /** Max time of waiting for turns at the host, in ms: with a long `Crawl-delay` fewer files are read. */
  waiting: 240_000,
  /** Max nesting of indexes. */
  depth: 3,
};

/** Options of reading the sitemaps of a site. */
export interface SitemapReading {
  readonly signal: AbortSignal;
  readonly rate: Rate;
  /** Takes the address of a page, as written; returns false if no more are wanted. */
  onPage(url: string): boolean;
  /** Takes why a sitemap was left out. */
  onProblem(url: string, problem: SourceFailure): void;
}

/** A sitemap to read. */
interface Queued {
  readonly url: string;
  readonly depth: number;
}

/**
 * Reads the sitemaps that robots.txt names, else `/sitemap.xml`, and those that they list. A sitemap that can't be read
 * is a problem, not a failure.
 */
export async function readSitemaps(
  requests: Requests,
  { origin, named }: { readonly origin: string; readonly named: readonly string[] },
  reading: SitemapReading,
): Promise<void> {
  const isNamed = named.length > 0;
  const found = (isNamed ? named : ['/sitemap.xml']).flatMap((url) => {
    const parsed = parseUrl(url, origin);
    return parsed === undefined ? [] : [{ url: parsed.href, depth: 1 }];
  });
  const state: State = { queue: found, seen: new Set(found.map(({ url }) => url)), entries: 0 };
  const files = Math.min(limits.files, Math.floor(limits.waiting / reading.rate.gap));
  for (let file = 0; ; file += 1) {
    const next = state.queue.shift();
    if (next === undefined) return;
    if (file >= files) {
      reading.onProblem(next.url, tooMany(files));
      return;
    }
    const text = await fetchText(requests, next.url, reading).catch((problem: unknown) => {
      if (!(problem instanceof SourceFailure)) throw problem;
      if (isNamed || next.depth > 1) reading.onProblem(next.url, problem);
      return '';
    });
    const wantsMore = await takeEntries(text, next.depth, { state, reading });
    if (!wantsMore) return;
  }
}

const tooMany = (files: number) =>
  failure('too_large', `Only ${files} sitemaps of the site were read, not this one and those after it.`, {
    hint: 'Name the sitemap of the pages that matter in robots.txt.',
  });

/** The sitemaps that wait, those that have been found, and the number of entries so far. */
interface State {
  readonly queue: Queued[];
  readonly seen: Set<string>;
  entries: number;
}

/** Takes the entries of one sitemap; returns false if no more are wanted. */
async function takeEntries(
  text: string,
  depth: number,
  { state, reading }: { readonly state: State; readonly reading: SitemapReading },
): Promise<boolean> {
  for (const entry of entriesIn(text)) {
    if (entry === undefined) {
      await pace.pause();
      continue;
    }
    const { kind, url } = entry;
    state.entries += 1;
    if (state.entries > limits.entries) return false;
    if (kind === 'page') {
      if (!reading.onPage(url)) return false;
    } else if (depth < limits.depth && !state.seen.has(url) && parseUrl(url) !== undefined) {
      state.seen.add(url);
      state.queue.push({ url, depth: depth + 1 });
    }
  }
  return true;
}

/** Returns the start of a sitemap, up to the limit. */
async function fetchText(requests: Requests, url: string, { signal, rate }: SitemapReading): Promise<string> {
  // A longer one is cut here, not refused by the door.
  const bodyBytes = limits.bytes * 5;
  const response = await requests.get({
    url,
    signal,
    rate,
    bodyBytes,
    headers: { accept: 'application/xml,text/*,*/*;q=0.5' },
  });
  if (response.status !== 200) {
    response.body.destroy();
    throw statusFailure(hostOf(url), response.status);
  }
  try {
    return await readStart(response.body);
  } catch (error) {
    signal.throwIfAborted();
    throw toFailure(toOutboundError(error, hostOf(url)));
  }
}

/** Reads text up to the limit, decompressed if it begins like a gzip file, whatever its name. */
async function readStart(body: Readable): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of inflated(body)) {
    const part = chunk.subarray(0, limits.bytes - bytes);
    bytes += part.length;
    text += decoder.decode(part, { stream: true });
    if (bytes >= limits.bytes) break;
  }
  return text;
}

async function* inflated(body: Readable): AsyncGenerator<Buffer> {
  const parts = body[Symbol.asyncIterator]() as AsyncIterableIterator<Buffer>;
  const first = await parts.next();
  if (first.done === true) return;
  const whole = startingWith(first.value, parts);
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* whole;
    return;
  }
  const gunzip = createGunzip();
  // Errors of either side end the decoder, which is read below.
  pipeline(whole, gunzip, () => undefined);
  yield* gunzip;
}

async function* startingWith(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
