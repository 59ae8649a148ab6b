// @module-tag pure

import { readFileSync } from 'node:fs';
import { validateHeaderValue } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offendersOf } from '../../../testing/offenders/offenders.ts';
import { startWorld, type World } from '../../../testing/outbound/world.ts';

/** A URL, what becomes of it, and why. */
interface Entry {
  readonly url: string;
  readonly expect: 'allowed' | 'broken' | 'url' | 'scheme' | 'port' | 'address';
  readonly why: string;
  /** The connects of an allowed URL. */
  readonly to?: readonly string[];
  /** The text is another URL if it is relative to one. */
  readonly asRedirect?: 'skip';
}

interface Corpus {
  readonly zone: Readonly<Record<string, readonly string[]>>;
  readonly aliases: Readonly<Record<string, string>>;
  readonly urls: readonly Entry[];
}

const file = join(import.meta.dirname, '../../../testing/outbound/corpus.json');
const { zone, aliases, urls }: Corpus = JSON.parse(readFileSync(file, 'utf8'));
/** UTF-8, as servers send it in a header. */
const asHeader = (url: string) => Buffer.from(url).toString('latin1');
const redirectable = urls.filter(({ url, asRedirect }) => asRedirect !== 'skip' && isHeaderValue(asHeader(url)));

describe('the corpus of URLs', () => {
  let world: World;
  let proxies: Record<string, string | undefined>;

  beforeAll(async () => {
    world = await startWorld();
    for (const [name, addresses] of Object.entries(zone)) world.names.set(name, addresses);
    for (const [name, alias] of Object.entries(aliases)) world.names.set(name, { alias });
    world.serve((request, response) => {
      const index = /^\/to\/(\d+)$/.exec(request.url ?? '')?.[1];
      if (index === undefined) response.end('hello');
      else response.writeHead(302, { location: asHeader(urls[Number(index)]?.url ?? '') }).end();
    });
    // A proxy would connect to what the policy forbids.
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    proxies = Object.fromEntries(names.map((name) => [name, process.env[name]]));
    for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : 'http://93.184.215.77:8080';
  });
  afterAll(async () => {
    for (const [name, value] of Object.entries(proxies)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await world.close();
  });

  const outcomeOf = async (url: string): Promise<string> => {
    try {
      const response = await world.outbound.fetch({ url });
      return (await response.text()) === 'hello' ? 'allowed' : 'another response';
    } catch (error) {
      return error instanceof Error && 'kind' in error ? String(error.kind) : String(error);
    }
  };

  test('has 150 URLs and more, each once', () => {
    expect(urls.length).toBeGreaterThanOrEqual(150);
    expect(new Set(urls.map(({ url }) => url)).size).toBe(urls.length);
    expect(redirectable.length).toBeGreaterThan(urls.length - 20);
  });

  const nameOf = ({ url, why }: Entry) => `${JSON.stringify(url)}, ${why}`;

  test('becomes what it says, URL by URL', { timeout: 600_000 }, async () => {
    const offenders = await offendersOf(urls, nameOf, async ({ url, expect: outcome, to = [] }) => {
      world.sinkhole.take();
      expect(await outcomeOf(url)).toBe(outcome);
      expect(world.sinkhole.take()).toEqual(to);
    });
    expect(offenders).toEqual([]);
  });

  test('becomes the same behind a redirect', { timeout: 600_000 }, async () => {
    const offenders = await offendersOf(redirectable, nameOf, async (entry) => {
      const { expect: outcome, to = [] } = entry;
      world.sinkhole.take();
      const expected = outcome === 'url' ? ['url', 'redirect'] : [outcome];
      expect(expected).toContain(await outcomeOf(`http://redirector.test/to/${urls.indexOf(entry)}`));
      expect(world.sinkhole.take()).toEqual(['93.184.215.99 80', ...to]);
    });
    expect(offenders).toEqual([]);
  });
});

function isHeaderValue(text: string): boolean {
  try {
    validateHeaderValue('location', text);
    return text !== '';
  } catch {
    return false;
  }
}
