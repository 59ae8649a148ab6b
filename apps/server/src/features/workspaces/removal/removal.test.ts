// @module-tag sql
import { Parley } from '@parley/sdk';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { engines } from '../../../../testing/databases/engines.ts';
import { fillWorkspace } from '../../../../testing/fixtures/full-workspace.ts';
import { addHistory } from '../../../../testing/fixtures/history.ts';
import { type Person, service } from '../../../../testing/harness.ts';
import { runSweep } from '../../../../testing/jobs/sweeps.ts';
import { everyRow, idsOf, naming, tablesOf, tablesWith } from '../../../../testing/memory/left-behind.ts';
import { send } from '../../../../testing/request.ts';
import { findWrongCounts } from '../../../storage/quotas/counts.ts';
import { statement } from '../../../storage/unit.ts';

/** Longer than a loaded machine takes for all portions. */
const patient = { timeout: 60_000, interval: 25 };

describe.each(engines)('the deletion of a workspace, on %s', (engine) => {
  const parley = service(engine);
  let alice: Person;
  let session: Parley;
  let doomed: Awaited<ReturnType<typeof fillWorkspace>>;

  beforeEach(async () => {
    alice = await parley.person();
    session = await alice.session();
    doomed = await fillWorkspace(parley, { owner: alice, client: session });
  });

  const remove = (id = doomed.id, confirm = doomed.name) => session.workspaces.delete(id, { confirm });
  const jobsLeft = async () => {
    const { db } = parley;
    return db.read(db.query.selectFrom('jobs').select('id').where('kind', 'like', 'workspaces.%'));
  };
  const purged = async () => {
    await vi.waitFor(async () => expect(await jobsLeft()).toEqual([]), patient);
    await parley.features.blobs.sweep();
  };
  /** The record of the deletion, which is the account's. */
  const isRecord = ({ table, values }: { table: string; values: Readonly<Record<string, unknown>> }) =>
    table.startsWith('event') && values['type'] === 'workspace.deleted';
  const left = async (ids: ReadonlySet<string>) =>
    naming(await everyRow(parley.db), ids).filter((row) => !isRecord(row));

  test('200: a preview counts everything by kind and changes nothing; the deletion says the same', async () => {
    const before = (await everyRow(parley.db)).filter(({ table }) => table === 'agents' || table === 'workspaces');
    const counts = await session.workspaces.dependents(doomed.id);
    expect(counts).toEqual({
      ...{ agents: 1, conversations: 5, messages: 14, channels: 2, knowledgeSources: 2 },
      ...{ apiKeys: 1, members: 1, invitations: 1, files: 2, bytes: 36 },
    });
    const after = (await everyRow(parley.db)).filter(({ table }) => table === 'agents' || table === 'workspaces');
    expect(after).toEqual(before);
    const { message } = await remove();
    expect(message).toBe(
      'Workspace deleted with 1 agent, 5 conversations, 14 messages, 2 channels, 2 knowledge sources, 1 API key, ' +
        '1 member, 1 invitation and 2 files.',
    );
  });

  test('200: no row of any table names it or anything in it, but the record of the deletion', async () => {
    // On PostgreSQL, events only pass through `events`.
    const tables = (await tablesWith(parley.db, 'workspace_id')).filter((table) => table !== 'events');
    const before = await everyRow(parley.db);
    const filled = new Set(
      before.filter(({ values }) => values['workspace_id'] === doomed.id).map(({ table }) => table),
    );
    // A table that is missing here needs a row in `fillWorkspace`, so that this test sees whether it goes.
    expect([...filled].sort()).toEqual(tables.sort());
    const ids = idsOf(before, doomed.id, ({ table }) => table === 'accounts');
    expect(naming(before, ids).length).toBeGreaterThan(30);
    await remove();
    await purged();
    expect(await left(ids)).toEqual([]);
    const records = naming(await everyRow(parley.db), new Set([doomed.id]));
    expect(records.filter((row) => isRecord(row))).toHaveLength(1);
    expect(records).toMatchObject([{ values: { account_id: alice.account, workspace_id: null } }]);
    // Rows without an ID of their own go, too.
    const after = await everyRow(parley.db);
    for (const table of await tablesOf(parley.db))
      if (!['events', 'event_log', 'event_seals', 'jobs', 'job_schedules', 'quota_counts', 'settings'].includes(table))
        expect
          .soft(after.filter((row) => row.table === table).length, table)
          .toBeLessThanOrEqual(before.filter((row) => row.table === table).length);
    expect(await findWrongCounts(parley.db, 10)).toEqual([]);
  });

  test('200: at once nothing in it can be read or written, and its keys get 401', async () => {
    const admin = await parley.person();
    const client = await alice.client();
    await session.workspaces.invitations.create(doomed.id, { email: admin.user.email, role: 'admin' });
    // The job must not help: nothing of the workspace may be left to see before it runs.
    await remove();
    await expect(session.workspaces.retrieve(doomed.id)).rejects.toMatchObject({ code: 'workspace_not_found' });
    await expect(client.agents.retrieve(doomed.agent)).rejects.toMatchObject({ code: 'agent_not_found' });
    await expect(client.conversations.retrieve(doomed.conversation)).rejects.toMatchObject({
      code: 'conversation_not_found',
    });
    const into = client.agents.create({ name: 'Late', workspaceId: doomed.id });
    await expect(into).rejects.toMatchObject({ code: 'workspace_not_found' });
    const bound = new Parley({ baseURL: parley.url, apiKey: doomed.key, maxRetries: 0 });
    await expect(bound.me.retrieve()).rejects.toMatchObject({ status: 401 });
    expect((await session.workspaces.list()).items.map(({ name }) => name)).toEqual(['Home']);
    // Its name is free again.
    await session.workspaces.create({ name: doomed.name });
    await purged();
  });

  test('200: a key of an owner with workspace:admin may; of two deletions at once one is answered with 404', async () => {
    const client = await alice.client(['workspace:admin']);
    const both = await Promise.allSettled([
      client.workspaces.delete(doomed.id, { confirm: 'Doomed' }),
      client.workspaces.delete(doomed.id, { confirm: 'Doomed' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((each) => each.status === 'rejected')).toMatchObject({
      reason: { status: 404, code: 'workspace_not_found' },
    });
    await expect(remove()).rejects.toMatchObject({ code: 'workspace_not_found' });
    await purged();
  });

  test('200: what is created in the same moment is refused or goes, too', async () => {
    const client = await alice.client();
    const creations = Array.from({ length: 20 }, (_, index) => [
      client.agents.create({ name: `Racing ${index}`, workspaceId: doomed.id }, { idempotencyKey: `r${index}` }),
      client.agents.chat(doomed.agent, { message: `Racing ${index}` }),
      session.workspaces.invitations.create(doomed.id, { email: `r${index}@example.com`, role: 'viewer' }),
      session.apiKeys.create({ name: `r${index}`, scopes: ['agents:read'], workspaceId: doomed.id }),
    ]).flat();
    const [deletion, ...created] = await Promise.allSettled([remove(), ...creations]);
    expect(deletion?.status).toBe('fulfilled');
    const refusals = created.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    // The connection of a reply ends if its reader loses the right to it.
    expect(refusals.filter((refusal) => !/^(NotFoundError|APIConnectionError): /.test(refusal))).toEqual([]);
    await purged();
    expect(await left(new Set([doomed.id, doomed.agent]))).toEqual([]);
  });

  test('200: a long history goes in portions', async () => {
    const { id } = doomed;
    const long = await session.agents.create({ name: 'Long', model: 'builtin/echo', workspaceId: id });
    const size = { channels: 1, conversations: 260, messages: 3 };
    await addHistory(parley, { agent: long._id, workspace: id }, size);
    const continued = () => parley.features.jobs.ended().get('workspaces.purge')?.continued ?? 0;
    const before = continued();
    expect(await remove()).toMatchObject({ message: expect.stringContaining('265 conversations, 794 messages') });
    await purged();
    expect(await left(new Set([id, long._id]))).toEqual([]);
    await expect.poll(() => continued() - before).toBeGreaterThan(6);
  });

  test('200: a workspace whose job is gone is found by the clock', async () => {
    const { db } = parley;
    const ids = idsOf(await everyRow(db), doomed.id, ({ table }) => table === 'accounts');
    const gone = db.query.updateTable('workspaces').set({ deleted_at: 1, name: '', name_folded: doomed.id });
    await db.write([statement(gone.where('id', '=', doomed.id))]);
    await runSweep(parley, 'workspaces.leftovers');
    await purged();
    expect(naming(await everyRow(db), ids)).toEqual([]);
  });

  test('400: without the name, with another one, or in another case; the workspace stays', async () => {
    for (const confirm of ['', 'doomed', 'Home'])
      await expect(remove(doomed.id, confirm)).rejects.toMatchObject({
        ...{ status: 400, code: 'validation_failed' },
        details: [{ path: 'confirm', message: 'must be the name of the workspace, “Doomed”' }],
      });
    const key = await alice.key();
    const reply = await send(parley.url, { method: 'DELETE', path: `/api/workspaces/${doomed.id}`, key });
    expect(reply.status).toBe(400);
    expect(reply.json()).toMatchObject({ details: [{ path: 'confirm' }] });
    expect((await session.workspaces.retrieve(doomed.id)).name).toBe('Doomed');
    // Spaces around it, and another form of the same letters, are the same name.
    await session.workspaces.update(doomed.id, { name: 'Café' });
    await remove(doomed.id, ' Cafe\u0301 ');
    await purged();
  });

  test('401, 403 and 404: without a key, as an admin, without the scope, and out of reach', async () => {
    const path = `/api/workspaces/${alice.workspace}?confirm=Home`;
    expect((await send(parley.url, { method: 'DELETE', path })).status).toBe(401);
    const admin = await parley.person();
    await alice.invite(admin, 'admin');
    const asAdmin = await admin.session();
    const refused = { status: 403, code: 'insufficient_role' };
    await expect(asAdmin.workspaces.delete(alice.workspace, { confirm: 'Home' })).rejects.toMatchObject(refused);
    await expect(asAdmin.workspaces.dependents(alice.workspace)).rejects.toMatchObject(refused);
    const reader = await alice.client(['agents:read']);
    await expect(reader.workspaces.dependents(doomed.id)).rejects.toMatchObject({ code: 'insufficient_scope' });
    await expect(asAdmin.workspaces.dependents(doomed.id)).rejects.toMatchObject({ code: 'workspace_not_found' });
  });

  test('409: the only workspace of an account; of the last two deleted at once, one stays', async () => {
    const both = await Promise.allSettled([remove(), remove(alice.workspace, 'Home')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((each) => each.status === 'rejected')).toMatchObject({ reason: { code: 'last_workspace' } });
    expect((await session.workspaces.list()).items).toHaveLength(1);
    await purged();
  });
});
