import { afterEach, describe, expect, test } from 'vitest';
import { page } from '../../../../../testing/crawl/crawled.ts';
import { siteSource } from '../../../../../testing/crawl/syncing.ts';
import { plainExtract, startWeb, type Web } from '../../../../../testing/crawl/web.ts';
import { anyEngine } from '../../../../../testing/databases/engines.ts';
import { databaseOf } from '../../../../../testing/databases/migrated-database.ts';
import { type SourceErrorCode, SourceFailure } from '../../../../extract/document.ts';
import type { ReadFor } from '../../../../extract/extractor.ts';

let web: Web;
afterEach(() => web.close());

/** Starts a site whose reading fails, and returns the readers for which it was read. */
async function failing(code: SourceErrorCode) {
  const readers: ReadFor[] = [];
  web = await startWeb({
    extract: async (_input, by) => {
      readers.push(by);
      throw new SourceFailure(code);
    },
  });
  web.serve({ '/': page('home') });
  return readers;
}

describe.each(anyEngine)('a sync, on %s,', (engine) => {
  const database = databaseOf(engine);

  test.each(['parse_timeout', 'too_complex'] as const)('that ends with %s is not tried again', async (code) => {
    const readers = await failing(code);
    const of = await siteSource(database(), web, code.replaceAll('_', ''));
    expect(await of.attempt()).toEqual({ how: 'done', later: undefined });
    expect(await of.row()).toMatchObject({ status: 'failed', error: expect.stringContaining(`"${code}"`) });
    expect(readers).toHaveLength(1);
  });

  test('reads content again that took too long before only if it was asked for', async () => {
    const readers = await failing('parse_timeout');
    const of = await siteSource(database(), web, 'again');
    const before = performance.now();
    for (const cause of ['created', 'scheduled', 'requested'] as const) await of.attempt(1, cause);
    expect(readers).toMatchObject([{ account: 'acct_1' }, { account: 'acct_1' }, { account: 'acct_1' }]);
    const [created, scheduled, requested] = readers;
    expect([created?.since, scheduled?.since]).toEqual([undefined, undefined]);
    expect(requested?.since).toBeGreaterThan(before);
  });

  test('of a site with pages that take too long stops after ten of them', async () => {
    let hostile = 0;
    web = await startWeb({
      extract: async (input, by) => {
        if (!input.url.includes('/hostile')) return plainExtract(input, by);
        hostile += 1;
        throw new SourceFailure('parse_timeout');
      },
    });
    const paths = Array.from({ length: 60 }, (_, number) => `/hostile/${number}`);
    web.serve({ '/': page('home', ...paths), ...Object.fromEntries(paths.map((path) => [path, page(path)])) });
    const of = await siteSource(database(), web, 'hostile');
    expect((await of.attempt()).how).toBe('done');
    // Some pages were being read when the tenth one failed.
    expect(hostile).toBeLessThan(20);
    expect(await of.row()).toMatchObject({ status: 'ready', warnings: expect.stringContaining('after 10 pages') });
  });
});
