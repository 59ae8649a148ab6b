// @module-tag sql
import { describe, expect, test } from 'vitest';
import { makeInstallation } from '../../testing/crash/installation.ts';
import { engines } from '../../testing/databases/engines.ts';
import { command } from '../../testing/processes/command.ts';
import { expectRefused } from '../../testing/processes/program.ts';
import { createSecrets } from '../access/secrets.ts';
import { sealNext } from '../features/events/seals/sealing.ts';
import { createSettling } from '../features/events/settle.ts';
import { openDatabase } from '../storage/opening/open-database.ts';
import { readPepper } from '../storage/secrets/secret-file.ts';
import { statement } from '../storage/unit.ts';

/** Max duration in milliseconds; each call starts a program, which is slow on a busy machine. */
const patience = 120_000;

interface Verified {
  readonly ok: boolean;
  readonly chains: { account: string; log: string; events: number; head: string | null; broken: unknown }[];
}

describe.each(engines)('parley audit verify, on %s', { timeout: patience }, (engine) => {
  test('says of each chain whether it is whole, and exits with 1 if one is broken', async () => {
    const { dataDir, env } = await makeInstallation(engine);
    const call = (...args: string[]) => command(['audit', 'verify', ...args, '--data-dir', dataDir], { env });
    const verified = async (...args: string[]) => JSON.parse((await call('--json', ...args)).stdout) as Verified;
    const db = await openDatabase({
      ...{ dataDir, databaseUrl: env['DATABASE_URL'], now: Date.now },
      onFatal: (error) => {
        throw error;
      },
      onNotice: () => {},
    });
    await createSettling({ db, now: Date.now }).settle();

    expect((await call()).stdout).toMatch(
      /^ok {5}acct_\w+: 0 events; \d+ not sealed yet, the first of 20[\d-]+T[\d:.]+Z$/m,
    );
    const [event] = await db.read(db.query.selectFrom('event_log').selectAll().limit(1));
    const account = event?.account_id ?? '';
    const key = createSecrets(await readPepper(dataDir)).auditKey;
    await sealNext({ db, now: Date.now, key }, account, 0);
    const whole = await verified('--account', account);
    expect(whole).toMatchObject({ ok: true });
    const own = whole.chains.find(({ log }) => log === (event?.workspace_id ?? account));
    expect(own?.events).toBeGreaterThan(0);
    expect(await call()).toMatchObject({ code: 0, stdout: expect.stringContaining(`head ${own?.head}`), stderr: '' });
    const note = `${own?.log}=${own?.head}`;
    expect(await call('--head', note)).toMatchObject({ code: 0 });
    const other = await call('--head', `${own?.log}=${'0'.repeat(64)}`);
    expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining('BROKEN') });
    expect(other.stdout).toContain('the seal of the noted hash was removed');

    const change = db.query.updateTable('event_log').set({ address: '192.0.2.1' }).where('account_id', '=', account);
    await db.write([statement(change.where('position', '=', event?.position ?? 0))]);
    const broken = await call();
    expect(broken).toMatchObject({ code: 1, stderr: '' });
    expect(broken.stdout).toContain('an event, its order or the seal was changed in evt_');
    expect(await verified()).toMatchObject({ ok: false });

    expectRefused(await call('--account', 'acct_none'), 'There is no account acct_none.');
    expectRefused(await call('--head', 'ws_none='), 'Give the ID of a workspace', 2);
    expectRefused(await call('--head', `ws_none=${'0'.repeat(64)}`), 'There is no workspace or account ws_none.');
    await db.close();
  });
});
