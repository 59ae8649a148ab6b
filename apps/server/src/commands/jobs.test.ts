import { describe, expect, test, vi } from 'vitest';
import { makeInstallation } from '../../testing/crash/installation.ts';
import { anyEngine } from '../../testing/databases/engines.ts';
import { loggedEvents } from '../../testing/logged-events.ts';
import { command } from '../../testing/processes/command.ts';
import { expectRefused, startServer } from '../../testing/processes/program.ts';
import { openDatabase } from '../storage/opening/open-database.ts';
import { statement } from '../storage/unit.ts';

/** Max duration in milliseconds; each call starts a program, which is slow on a busy machine. */
const patience = 120_000;

describe.each(anyEngine)('parley jobs, beside a running server on %s', { timeout: patience }, (engine) => {
  test('lists, retries and cancels jobs; the doctor names those that nothing will run', async () => {
    const { dataDir, env } = await makeInstallation(engine);
    const open = () =>
      openDatabase({
        ...{ dataDir, databaseUrl: env['DATABASE_URL'], now: Date.now },
        onFatal: (error) => {
          throw error;
        },
        onNotice: () => {},
      });
    const db = await open();
    const row = { workspace_id: 'system', payload: '{}', priority: 0, run_at: 0, created_at: 0 };
    const columns = { attempts: 0, lease: 0, beat: 0, dedupe_key: null };
    const add = (id: string, kind: string, state: string, error: string | null) =>
      db.write([statement(db.query.insertInto('jobs').values({ ...row, ...columns, id, kind, state, error }))]);
    await add('job_dead', 'sessions.expired', 'dead', 'The disk is full.');
    await add('job_old', 'old.kind', 'ready', null);
    await db.close();

    const server = await startServer(dataDir, { env });
    const call = (...args: string[]) => command([...args, '--data-dir', dataDir], { env });
    const listed = async (...args: string[]) =>
      JSON.parse((await call('jobs', 'list', '--json', ...args)).stdout) as { _id: string; state: string }[];

    expect((await call('jobs', 'list', '--state', 'dead')).stdout).toBe(
      'job_dead  dead  sessions.expired  system  1970-01-01T00:00:00.000Z  0×  The disk is full.\n',
    );
    expect(await listed('--kind', 'old.kind')).toMatchObject([{ _id: 'job_old', state: 'ready', attempts: 0 }]);
    expect((await call('doctor')).stdout).toContain('WRONG  jobs: dead: 1 of sessions.expired; parley jobs list');
    expect(await call('jobs', 'retry', 'job_dead')).toMatchObject({ code: 0, stderr: '' });
    await vi.waitFor(async () => expect((await listed()).map(({ _id }) => _id)).toEqual(['job_old']), 60_000);
    const unknown = "WRONG  jobs: queued, but of a kind that this version doesn't run: old.kind";
    expect((await call('doctor')).stdout).toContain(unknown);
    expect(await call('jobs', 'cancel', 'job_old')).toMatchObject({ code: 0, stderr: '' });
    expect((await call('jobs', 'list')).stdout).toBe('There are no jobs.\n');
    expect((await call('doctor')).stdout).toContain('ok     jobs: 0 queued or running, none dead');
    expectRefused(await call('jobs', 'cancel', 'job_old'), 'There is no job job_old.');
    expectRefused(await call('jobs', 'retry', 'job_old'), 'There is no dead or waiting job job_old.');
    expect(await server.stop()).toBe(0);
    const after = await open();
    const told = (await loggedEvents(after, 'job_')).map(({ type, workspace, actor, data }) => [
      type,
      workspace,
      actor,
      data,
    ]);
    await after.close();
    expect(told).toEqual([
      ['job.retried', null, { operator: true }, { job: 'job_dead', kind: 'sessions.expired' }],
      ['job.cancelled', null, { operator: true }, { job: 'job_old', kind: 'old.kind' }],
    ]);
  });
});
