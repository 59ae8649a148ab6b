// @module-tag sql
import type { Parley, Quotas } from '@parley/sdk';
import { describe, expect, test, vi } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { bytesOf } from '../../../testing/fixtures/blobs.ts';
import { addHistory } from '../../../testing/fixtures/history.ts';
import { type Person, service, sessionClient } from '../../../testing/harness.ts';
import { loggedEvents } from '../../../testing/logged-events.ts';
import { findWrongCounts } from '../../storage/quotas/counts.ts';
import { createQuotas } from '../../storage/quotas/quotas.ts';
import { readQuotas } from '../../storage/quotas/settings.ts';
import { statement } from '../../storage/unit.ts';

const day = 24 * 60 * 60 * 1000;

const setting = [
  ...['free.workspaces=2', 'free.members=3', 'free.invitations=2', 'free.apiKeys=3', 'free.agents=3'],
  ...['free.conversations=3', 'free.storedBytes=10', 'business.agents=unlimited'],
].join();

const exceeded = (what: string) => ({ status: 409, code: 'quota_exceeded', message: expect.stringContaining(what) });

/** Returns the used amounts of an account, by kind. */
const usedOf = ({ items }: Quotas) => Object.fromEntries(items.map(({ kind, used }) => [kind, used]));

describe.each(engines)('quotas, on %s', (engine) => {
  const parley = service(engine, { environment: { PARLEY_PLAN_QUOTAS: setting } });

  const used = async (client: Parley) => usedOf(await client.usage.quotas());
  const right = async () => expect(await findWrongCounts(parley.db, 10)).toEqual([]);
  const start = async (): Promise<{ ada: Person; client: Parley; session: Parley }> => {
    const ada = await parley.person();
    return { ada, client: await ada.client(), session: await ada.session() };
  };
  const echo = (name: string) => ({ name, model: 'builtin/echo' });
  const names = async (client: Parley) => (await client.agents.list()).items.map(({ name }) => name).sort();

  test('200: any key or session sees what the account has, in all of its workspaces', async () => {
    const { ada, client, session } = await start();
    const second = await session.workspaces.create({ name: 'Second' });
    const { _id: agent } = await client.agents.create({ ...echo('A'), workspaceId: second._id });
    await client.conversations.create(agent);
    await session.workspaces.invitations.create(second._id, { email: 'guest@example.com', role: 'viewer' });
    const expected = {
      plan: 'free',
      items: [
        { kind: 'workspaces', used: 2, limit: 2 },
        { kind: 'members', used: 2, limit: 3 },
        { kind: 'invitations', used: 1, limit: 2 },
        { kind: 'apiKeys', used: 1, limit: 3 },
        { kind: 'agents', used: 1, limit: 3 },
        { kind: 'channels', used: 0, limit: 10_000 },
        { kind: 'conversations', used: 1, limit: 3 },
        { kind: 'webhooks', used: 0, limit: 5 },
        { kind: 'tools', used: 0, limit: 100 },
        { kind: 'storedBytes', used: 0, limit: 10 },
        { kind: 'knowledgeSources', used: 0, limit: 100 },
        { kind: 'knowledgeChunks', used: 0, limit: 50_000 },
        { kind: 'knowledgeBytes', used: 0, limit: 200 * 1024 ** 2 },
      ],
    };
    expect(await session.usage.quotas()).toEqual(expected);
    expect(await client.usage.quotas()).toEqual(expected);
    const reader = await ada.client(['agents:read'], { workspace: ada.workspace });
    expect((await reader.usage.quotas()).plan).toBe('free');
    await right();
  });

  test('200: an unlimited quota is null, and refuses nothing', async () => {
    const bob = await parley.person({ plan: 'business' });
    const client = await bob.client();
    for (const name of ['A', 'B', 'C', 'D']) await client.agents.create({ name });
    expect((await client.usage.quotas()).items).toContainEqual({ kind: 'agents', used: 4, limit: null });
  });

  test('409: agents; nothing is stored, and a deletion makes room', async () => {
    const { client } = await start();
    const made = [];
    for (const name of ['A', 'B', 'C']) made.push(await client.agents.create({ name }));
    const before = await loggedEvents(parley.db);
    await expect(client.agents.create({ name: 'D' })).rejects.toMatchObject({
      ...exceeded('The account has 3 of 3 agents that its plan (free) allows.'),
      details: [{ path: 'agents', message: '3 of 3 are used' }],
      hint: 'Delete agents that are not used, or ask the operator of this server for more (parley plan set).',
    });
    expect(await loggedEvents(parley.db)).toHaveLength(before.length);
    expect(await names(client)).toEqual(['A', 'B', 'C']);
    await client.agents.delete(made[0]?._id ?? '');
    await client.agents.create({ name: 'D' });
    expect(await names(client)).toEqual(['B', 'C', 'D']);
    await right();
  });

  test('409: conversations, also those that a chat begins; deletions of each kind make room', async () => {
    const { client } = await start();
    const { _id: agent } = await client.agents.create(echo('A'));
    const { _id: first } = await client.conversations.create(agent);
    await client.agents.chat(agent, { message: 'Hello', userId: 'u' });
    await client.agents.chat(agent, { message: 'Hello', userId: 'u' });
    await expect(client.agents.chat(agent, { message: 'Hello' })).rejects.toMatchObject(exceeded('3 conversations'));
    await expect(client.conversations.create(agent)).rejects.toMatchObject(exceeded('3 conversations'));
    // Existing conversations go on.
    await client.messages.send(first, { content: 'Hello' });
    await client.conversations.delete(first);
    expect(await used(client)).toMatchObject({ conversations: 2 });
    await client.conversations.create(agent);
    await client.conversations.deleteOfUser('u');
    expect(await used(client)).toMatchObject({ conversations: 1 });
    await client.agents.delete(agent);
    expect(await used(client)).toMatchObject({ agents: 0, conversations: 0 });
    await right();
  });

  test('a deleted agent counts no longer at once; its long history counts until it is deleted', async () => {
    const { ada, client } = await start();
    const { _id: agent } = await client.agents.create(echo('Long'));
    await addHistory(parley, { agent, workspace: ada.workspace }, { channels: 1, conversations: 510, messages: 1 });
    expect(await used(client)).toMatchObject({ agents: 1, conversations: 510 });
    await client.agents.delete(agent);
    expect(await used(client)).toMatchObject({ agents: 0 });
    const gone = async () => expect(await used(client)).toMatchObject({ agents: 0, conversations: 0 });
    await vi.waitFor(gone, { timeout: 30_000, interval: 20 });
    await right();
  });

  test('409: workspaces', async () => {
    const { session } = await start();
    await session.workspaces.create({ name: 'Second' });
    await expect(session.workspaces.create({ name: 'Third' })).rejects.toMatchObject(exceeded('2 workspaces'));
    expect((await session.workspaces.list()).items).toHaveLength(2);
    await right();
  });

  test('409: invitations and members; an expired, revoked or accepted invitation makes room', async () => {
    const { ada, session } = await start();
    const invite = (email: string) => session.workspaces.invitations.create(ada.workspace, { email, role: 'viewer' });
    const join = ({ url }: { url: string | null }) =>
      sessionClient(parley.url).invitations.accept({
        ...{ token: url?.split('#token=')[1] ?? '', name: 'Guest', password: 'correct horse battery staple' },
      });
    const address = (name: string) => `${name}-${ada.user.id}@example.com`;
    const first = await invite(address('a'));
    const second = await invite(address('b'));
    await expect(invite(address('c'))).rejects.toMatchObject(exceeded('2 open invitations'));
    // A new link for the same address replaces the old one.
    await invite(address('a'));
    await expect(join(first)).rejects.toMatchObject({ status: 404 });
    await join(second);
    await join(await invite(address('c')));
    const fourth = await invite(address('d'));
    await expect(join(fourth)).rejects.toMatchObject(exceeded('3 members'));
    expect(await used(session)).toMatchObject({ members: 3, invitations: 2 });
    // An invitation that was refused stays open.
    const { items } = await session.workspaces.members.list(ada.workspace);
    await session.workspaces.members.remove({ workspaceId: ada.workspace, userId: items[1]?.user._id ?? '' });
    await join(fourth);
    expect(await used(session)).toMatchObject({ members: 3, invitations: 1 });
    const [open] = (await session.workspaces.invitations.list(ada.workspace)).items;
    await session.workspaces.invitations.revoke({ workspaceId: ada.workspace, invitationId: open?._id ?? '' });
    expect(await used(session)).toMatchObject({ invitations: 0 });
    await right();
  });

  test('409: keys; a revoked or expired one makes room, and a rotation without overlap needs none', async () => {
    const { session } = await start();
    const create = (name: string) => session.apiKeys.create({ name, scopes: ['agents:read'], expiresInDays: 30 });
    // The person's own client has one already.
    const first = await create('A');
    const second = await create('B');
    await expect(create('C')).rejects.toMatchObject(exceeded('3 active API keys'));
    await expect(session.apiKeys.rotate(first._id, { overlapHours: 1 })).rejects.toMatchObject(exceeded('keys'));
    await session.apiKeys.rotate(first._id, { overlapHours: 0 });
    await session.apiKeys.revoke(second._id);
    await session.apiKeys.revoke(second._id);
    expect(await used(session)).toMatchObject({ apiKeys: 2 });
    await create('C');
    await right();
  });

  test('many at once: no more than the limit, and each refusal tells it', async () => {
    const { client } = await start();
    const attempts = Array.from({ length: 20 }, (_, index) => client.agents.create({ name: `A ${index}` }));
    const outcomes = await Promise.allSettled(attempts);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(17);
    for (const error of refused) expect(error).toMatchObject(exceeded('3 agents'));
    expect(await names(client)).toHaveLength(3);
    await right();
  });

  test('a failed creation counts nothing, and a repeated one counts once', async () => {
    const { client } = await start();
    const wrong = client.agents.create({ name: 'A', knowledgeSources: ['ks_01h455vb4pex5vsknk084sn02q'] });
    await expect(wrong).rejects.toMatchObject({ status: 400 });
    expect(await used(client)).toMatchObject({ agents: 0 });
    const idempotencyKey = 'the same';
    for (let time = 0; time < 4; time += 1) await client.agents.create({ name: 'A' }, { idempotencyKey });
    expect(await used(client)).toMatchObject({ agents: 1 });
    await right();
  });

  test('a lowered plan deletes nothing, and refuses what is new', async () => {
    const bob = await parley.person({ plan: 'business' });
    const client = await bob.client();
    for (const name of ['A', 'B', 'C', 'D', 'E']) await client.agents.create({ name });
    await parley.features.accounts.setPlan(bob.user.email, 'free');
    expect((await client.usage.quotas()).items).toContainEqual({ kind: 'agents', used: 5, limit: 3 });
    await expect(client.agents.create({ name: 'F' })).rejects.toMatchObject(exceeded('has 5 of 3 agents'));
    expect(await names(client)).toHaveLength(5);
  });

  test('409: stored bytes; content that is there already, and released content, needs none', async () => {
    const { ada, client } = await start();
    const quotas = createQuotas({
      ...{ db: parley.db, now: Date.now, limits: readQuotas({ PARLEY_PLAN_QUOTAS: setting }, []) },
    });
    const { blobs } = parley.features;
    const hold = async (text: string) => {
      const upload = await blobs.put(bytesOf(text), { maxBytes: 100 });
      await quotas.db.write(blobs.hold(ada.workspace, upload)).catch(async (error: unknown) => {
        await blobs.discard(upload);
        throw error;
      });
      return upload.hash;
    };
    const hash = await hold('six...');
    await hold('six...');
    await expect(hold('seven..')).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(await used(client)).toMatchObject({ storedBytes: 6 });
    for (let time = 0; time < 2; time += 1) {
      await parley.db.write(blobs.release({ workspaceId: ada.workspace, hash }));
    }
    await hold('seven..');
    expect(await used(client)).toMatchObject({ storedBytes: 7 });
    await right();
  });

  test('what expires makes room although nothing was written', async () => {
    const { ada, session } = await start();
    for (const name of ['A', 'B']) await session.apiKeys.create({ name, scopes: ['agents:read'], expiresInDays: 30 });
    for (const name of ['a', 'b']) {
      const email = `${name}-${ada.user.id}@example.com`;
      await session.workspaces.invitations.create(ada.workspace, { email, role: 'viewer' });
    }
    expect(await used(session)).toMatchObject({ apiKeys: 3, invitations: 2 });
    parley.advance(31 * day);
    const later = await ada.session();
    expect(await used(later)).toMatchObject({ apiKeys: 1, invitations: 0 });
    await later.apiKeys.create({ name: 'C', scopes: ['agents:read'] });
    const email = `c-${ada.user.id}@example.com`;
    await later.workspaces.invitations.create(ada.workspace, { email, role: 'viewer' });
    expect(await used(later)).toMatchObject({ apiKeys: 2, invitations: 1 });
    await right();
  });

  test('what a workspace’s foreign keys delete is counted down', async () => {
    const { ada, client, session } = await start();
    const second = await session.workspaces.create({ name: 'Second' });
    await session.workspaces.invitations.create(second._id, { email: `x-${ada.user.id}@example.com`, role: 'viewer' });
    await ada.key(['agents:read'], { workspace: second._id });
    expect(await used(client)).toMatchObject({ workspaces: 2, members: 2, invitations: 1, apiKeys: 2 });
    await parley.db.write([statement(parley.db.query.deleteFrom('workspaces').where('id', '=', second._id))]);
    expect(await used(client)).toMatchObject({ workspaces: 1, members: 1, invitations: 0, apiKeys: 1 });
    await right();
  });
});
