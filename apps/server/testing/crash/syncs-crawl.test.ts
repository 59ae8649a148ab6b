// @module-tag sql

import { describe, expect, test, vi } from 'vitest';
import { engines } from '../databases/engines.ts';
import { startServer, takenOver } from '../processes/program.ts';
import { runs } from '../processes/runs.ts';
import { startSite } from '../processes/small-site.ts';
import { makeInstallation } from './installation.ts';

const kills = Math.min(2, runs(1, 'PARLEY_TEST_SYNC_KILLS'));

/** Pages besides the first one, which are asked for five times a second. */
const pages = 6 + 30 * kills;

/** On PostgreSQL the next process waits until the dead one's lease expires. */
const patient = { timeout: takenOver, interval: 50 };

const pathOf = (number: number) => `/page-${number}`;

describe.concurrent.each(engines)('a server on %s that is killed while it crawls', (engine) => {
  test(`continues the crawl, ${kills} times`, { timeout: 300_000 }, async () => {
    const texts = Array.from({ length: pages }, (_, number) => [pathOf(number), `This is page ${number} of all.`]);
    // Pages beyond this one wait, so that the crawl is surely under way after a kill.
    let last = 0;
    const held = async (path: string) => {
      while (Number(path.split('-')[1] ?? 0) > last) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const site = await startSite(Object.fromEntries(texts), held);
    const installation = await makeInstallation(engine);
    const { dataDir } = installation;
    const env = { ...installation.env, ...site.environment };
    const asked = (number: number) => site.requests.filter((each) => each === `${pathOf(number)} 200`).length;
    let server = await startServer(dataDir, { env });
    const { _id: id } = await installation.client(server.url).knowledgeSources.create({
      ...{ type: 'website', url: site.url },
    });
    for (let kill = 1; kill <= kills; kill += 1) {
      last = 30 * kill;
      // The crawl is stored after 25 pages.
      await vi.waitFor(() => expect(asked(30 * kill - 2)).toBe(1), patient);
      await server.kill();
      server = await startServer(dataDir, { env });
      const { status, progress } = await installation.client(server.url).knowledgeSources.retrieve(id);
      expect(status).toBe('processing');
      expect(progress?.done).toBeGreaterThanOrEqual(25);
    }
    last = pages;
    const client = installation.client(server.url);
    await vi.waitFor(async () => expect((await client.knowledgeSources.retrieve(id)).status).toBe('ready'), patient);
    const source = await client.knowledgeSources.retrieve(id);
    expect(source).toMatchObject({ documentCount: pages + 1, progress: null, error: null });
    for (let number = 0; number < 20; number += 1) expect(asked(number)).toBe(1);
    const found: string[] = [];
    for await (const { text } of client.knowledgeSources.chunks.list(id, { limit: 100 })) found.push(text);
    for (const [, text] of texts) expect(found.filter((each) => each.includes(text ?? ''))).toHaveLength(1);
    expect(await server.stop()).toBe(0);
    await installation.close();
    await site.close();
  });
});
