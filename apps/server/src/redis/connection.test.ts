import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { hasRedis, startRedis } from '../../testing/databases/redis.ts';
import { freePort } from '../../testing/processes/programs.ts';
import { startProxy } from '../../testing/servers/tcp-proxy.ts';
import { connectRedis } from './connection.ts';

describe.runIf(hasRedis)('Redis between processes', () => {
  test('delivers messages and reports interruptions', async () => {
    const server = await startRedis();
    const proxy = await startProxy(Number(new URL(server.url).port));
    const near = connectRedis({ url: server.url, onNotice: () => {} });
    const far = connectRedis({ url: `redis://127.0.0.1:${proxy.port}`, onNotice: () => {} });
    onTestFinished(async () => {
      await Promise.all([near.close(), far.close()]);
      await proxy.close();
      await server.close();
    });
    const news: (string | undefined)[] = [];
    const gossip: (string | undefined)[] = [];
    far.subscribe('news', (message) => news.push(message));
    far.subscribe('gossip', (message) => gossip.push(message));
    await vi.waitFor(() => expect(news.length + gossip.length).toBeGreaterThanOrEqual(2), 10_000);
    await near.ping();
    near.publish('news', 'one');
    await vi.waitFor(() => expect(news.at(-1)).toBe('one'), 10_000);
    proxy.cut();
    near.publish('news', 'lost');
    await new Promise((resolve) => setTimeout(resolve, 50));
    proxy.mend();
    await vi.waitFor(() => expect(news.at(-1)).toBe(undefined), 5_000);
    near.publish('news', 'two');
    await vi.waitFor(() => expect(news.at(-1)).toBe('two'), 10_000);
    expect(news).not.toContain('lost');
    expect(gossip).not.toContain('two');
  });

  test('close sends pending messages', async () => {
    const server = await startRedis();
    const reader = connectRedis({ url: server.url, onNotice: () => {} });
    onTestFinished(async () => {
      await reader.close();
      await server.close();
    });
    const heard: (string | undefined)[] = [];
    reader.subscribe('news', (message) => heard.push(message));
    await vi.waitFor(() => expect(heard).toHaveLength(1), 10_000);
    const writer = connectRedis({ url: server.url, onNotice: () => {} });
    writer.publish('news', 'at once');
    await writer.close();
    await vi.waitFor(() => expect(heard).toContain('at once'), 10_000);
  });
});

test('without a reachable Redis only commands fail, and nothing blocks', async () => {
  const onNotice = vi.fn<(message: string) => void>();
  const redis = connectRedis({ url: `redis://127.0.0.1:${await freePort()}`, onNotice });
  const started = performance.now();
  redis.publish('news', 'not delivered');
  redis.subscribe('news', () => expect.unreachable('there is no server'));
  await expect(redis.ping()).rejects.toThrow();
  await vi.waitFor(() => expect(onNotice).toHaveBeenCalledTimes(1), 10_000);
  await redis.close();
  expect(performance.now() - started).toBeLessThan(2_000);
});
