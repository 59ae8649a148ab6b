// @module-tag sql
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { raw } from '../../../testing/databases/temp-database.ts';
import { tempPostgres } from '../../../testing/databases/temp-postgres.ts';
import { startProxy } from '../../../testing/servers/tcp-proxy.ts';
import { openPostgres } from './open.ts';

const tell = raw("select pg_notify('news', 'x')");

describe.runIf(engines.includes('postgres'))('listening', () => {
  test('receives notifications of other processes, only once they are committed', async () => {
    const db = await tempPostgres();
    const heard = vi.fn();
    const listener = db.listen?.('news', heard);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), 10_000);
    const other = await openPostgres({ url: db.url, connections: 2, onNotice: () => {} });
    await expect(other.write([tell, raw('select 1', [], { rows: 2 })])).rejects.toThrow();
    await other.write([raw("select pg_notify('gossip', 'x')")]);
    await other.write([tell]);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), 10_000);
    await listener?.close();
    await other.write([tell]);
    await other.close();
    expect(heard).toHaveBeenCalledTimes(2);
  });

  test('calls back after an interruption and receives notifications again', async () => {
    const direct = await tempPostgres();
    const url = new URL(direct.url);
    const proxy = await startProxy(Number(url.port));
    url.port = String(proxy.port);
    const db = await openPostgres({ url: url.href, connections: 2, onNotice: () => {} });
    onTestFinished(async () => {
      await db.close();
      await proxy.close();
    });
    const heard = vi.fn();
    db.listen?.('news', heard);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1), 10_000);
    proxy.cut();
    await direct.write([tell]);
    proxy.mend();
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2), { timeout: 5_000 });
    await direct.write([tell]);
    await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(3), 10_000);
  });
});
