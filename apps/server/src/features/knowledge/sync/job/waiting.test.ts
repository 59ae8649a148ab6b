// @module-tag sql
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../../testing/databases/engines.ts';
import { type Service, startService } from '../../../../../testing/harness.ts';

const patient = { timeout: 30_000, interval: 10 };

/** Starts a site of 30 pages that counts the requests for its first page. */
async function startSite(robots: string) {
  let begun = 0;
  const links = Array.from({ length: 30 }, (_, index) => `<a href="/${index}">Page ${index}</a>`).join(' ');
  const server: Server = createServer(({ url }, response) => {
    if (url === '/') begun += 1;
    if (url === '/robots.txt') return void response.writeHead(200, { 'content-type': 'text/plain' }).end(robots);
    if (url?.endsWith('.xml')) return void response.writeHead(404).end();
    const body = `<!doctype html><title>Page ${url}</title><main><p>This is page ${url} of the site.</p>${links}</main>`;
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { host, url: `http://${host}/`, begun: () => begun, close };
}

describe.each(engines)('an account whose sites want to be asked slowly, on %s', (engine) => {
  let parley: Service;
  let slow: Awaited<ReturnType<typeof startSite>>[];
  let quick: Awaited<ReturnType<typeof startSite>>;

  beforeAll(async () => {
    slow = await Promise.all(Array.from({ length: 5 }, () => startSite('User-agent: *\nCrawl-delay: 30')));
    quick = await startSite('');
    const hosts = [...slow, quick].map(({ host }) => host).join(',');
    parley = await startService(engine, { environment: { PARLEY_ALLOW_PRIVATE_HOSTS: hosts } });
  });
  afterAll(async () => {
    await parley.close();
    await Promise.all([...slow, quick].map((site) => site.close()));
  });

  const ready = (client: Parley, id: string) =>
    vi.waitFor(async () => expect((await client.knowledgeSources.retrieve(id)).status).toBe('ready'), patient);

  test('delays neither the texts of another account nor its own sites', async () => {
    const [greedy, other] = [await parley.person({ plan: 'business' }), await parley.person()];
    const [client, others] = [await greedy.session(), await other.session()];
    const crawls = await Promise.all(
      slow.map(async ({ url }, index) => {
        const { _id: workspaceId } = await client.workspaces.create({ name: `Home ${index}` });
        return client.knowledgeSources.create({ type: 'website', url, workspaceId });
      }),
    );
    await vi.waitFor(() => expect(slow.map(({ begun }) => begun())).toEqual([1, 1, 1, 1, 1]), patient);
    const text = { type: 'text', name: 'Prices', text: 'A pen costs 3 euros.', workspaceId: other.workspace } as const;
    await ready(others, (await others.knowledgeSources.create(text))._id);
    const site = { type: 'website', url: quick.url, maxPages: 2 } as const;
    await ready(others, (await others.knowledgeSources.create({ ...site, workspaceId: other.workspace }))._id);
    await ready(client, (await client.knowledgeSources.create({ ...site, workspaceId: greedy.workspace }))._id);
    for (const { _id: id } of crawls) {
      expect((await client.knowledgeSources.retrieve(id)).status).toBe('processing');
    }
    // A deleted source crawls no more, and the service need not wait for it.
    for (const { _id: id } of crawls) await client.knowledgeSources.delete(id);
    const left = parley.db.query.selectFrom('jobs').select('id').where('kind', '=', 'knowledge.crawl');
    expect(await parley.db.read(left)).toEqual([]);
  });
});
