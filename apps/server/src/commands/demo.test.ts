import { join } from 'node:path';
import type { Conversation } from '@parley/sdk';
import { describe, expect, onTestFinished, test } from 'vitest';
import { anyEngine } from '../../testing/databases/engines.ts';
import { emptyDatabase } from '../../testing/databases/temp-postgres.ts';
import { sessionClient } from '../../testing/harness.ts';
import { command } from '../../testing/processes/command.ts';
import { expectRefused, parley, startServer } from '../../testing/processes/program.ts';
import { tempFolder } from '../../testing/temp-folder.ts';
import { type DemoRows, makeDemo } from './demo/instance.ts';

/** Max duration of a test in milliseconds; each starts programs, which is slow on a busy machine. */
const patience = 90_000;

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 4, 20, 15, 12);

const make = (seed: number, at = now): DemoRows =>
  makeDemo({
    seed,
    now: at,
    passwordHash: 'hash',
    settingsOf: (_type, given) => given,
    seal: () => '',
    makeKey: ({ account, user, name, createdAt, expiresAt }) => ({
      ...{ id: name, account_id: account, user_id: user.id, workspace_id: null, name, digest: name, last_four: 'abcd' },
      ...{ scopes: '[]', environment: 'production', rotated_from: null, created_at: createdAt, expires_at: expiresAt },
      ...{ last_used_at: null, revoked_at: null },
    }),
  });

/** Everything but the IDs, which are new each time. */
const content = (rows: DemoRows) => JSON.stringify(rows).replace(/"[a-z]+_[0-9a-z]{26}\\?"/g, '"id"');

describe('what the demo makes', () => {
  test('is the same for the same seed and clock, and another otherwise', () => {
    expect(content(make(7))).toBe(content(make(7)));
    expect(content(make(8))).not.toBe(content(make(7)));
    expect(content(make(7, now + 1))).not.toBe(content(make(7)));
  });

  test.each([0, 1, 2, 3, 2 ** 32 - 1])('agrees with itself, and has every state, with the seed %i', (seed) => {
    const { conversations, messages, agents, teams, conversation_entries, knowledge_pairs } = make(seed);
    expect(conversations).toHaveLength(200);
    for (const conversation of conversations) {
      const own = messages.filter(({ conversation_id }) => conversation_id === conversation.id);
      const times = own.map(({ created_at }) => created_at);
      expect(new Set(times).size).toBe(times.length);
      expect(times).toEqual([...times].sort((one, other) => one - other));
      expect(own.map(({ id }) => id)).toEqual(own.map(({ id }) => id).sort());
      expect(conversation).toMatchObject({ message_count: own.length, last_message_at: times.at(-1) });
      expect(conversation.created_at).toBeGreaterThanOrEqual(now - 30 * day);
      expect(conversation.updated_at).toBeLessThanOrEqual(now);
      const isHeld = conversation.taken_by !== null;
      expect(conversation.status === 'human').toBe(isHeld || conversation.waiting_since !== null);
      const lastWord = own.at(-1)?.role;
      expect(conversation.waiting_since === null || lastWord === 'user').toBe(true);
    }
    const kinds = (of: readonly (string | null)[]) => [...new Set(of)].sort();
    expect(kinds(conversations.map(({ status }) => status))).toEqual(['closed', 'human', 'open']);
    expect(kinds(conversations.map(({ rating }) => rating ?? ''))).toEqual(['', 'negative', 'positive']);
    expect(kinds(messages.map(({ status }) => status))).toEqual(['cancelled', 'complete', 'failed']);
    expect(kinds(messages.map(({ role }) => role))).toEqual(['assistant', 'human', 'user']);
    expect(new Set(conversations.map(({ agent_id }) => agent_id)).size).toBe(agents.length);
    const places = conversations.map(({ metadata }) => (JSON.parse(metadata) as { channel: string }).channel);
    expect(kinds(places)).toEqual(['app', 'email', 'intranet', 'web', 'whatsapp']);
    expect(kinds(conversation_entries.map(({ type }) => type))).toEqual([
      ...['closed', 'given_back', 'handed_over', 'noted', 'rated', 'snoozed', 'tagged', 'taken'],
    ]);
    const waiting = conversations.filter(({ taken_by, waiting_since }) => waiting_since !== null && taken_by === null);
    expect(waiting.map(({ team_id }) => team_id)).toEqual(teams.map(({ id }) => id));
    const cited = messages.flatMap(({ citations }) => JSON.parse(citations) as { source: string; quote: string }[]);
    expect(cited).toHaveLength(4);
    const answers = knowledge_pairs.map(({ source_id, answer }) => `${source_id} ${answer}`);
    expect(answers).toEqual(expect.arrayContaining(cited.map(({ source, quote }) => `${source} ${quote}`)));
    expect(messages.filter((message) => /[{}]/.test(message.content))).toEqual([]);
  });
});

describe.each(anyEngine)('parley demo on %s', { timeout: patience }, (engine) => {
  /** A new instance: an empty folder and, on PostgreSQL, an empty database. */
  async function fresh() {
    const dataDir = join(tempFolder(), 'data');
    if (engine === 'sqlite') return { dataDir, env: {} };
    const database = await emptyDatabase();
    onTestFinished(database.drop);
    return { dataDir, env: { DATABASE_URL: database.url } };
  }

  test('fills a new instance beside a running server, and refuses a second time', async () => {
    const { dataDir, env } = await fresh();
    const server = await startServer(dataDir, { env });
    onTestFinished(async () => void (await server.stop()));
    const run = (...args: string[]) => command(['demo', '--data-dir', dataDir, ...args], { env });
    const { code, stdout, stderr } = await run('--seed', '3', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const made = JSON.parse(stdout);
    expect(made).toMatchObject({ seed: 3, conversations: 200, agents: { length: 3 }, people: { length: 6 } });

    const client = sessionClient(server.url);
    await client.sessions.create({ email: made.people[0].email, password: made.password });
    const seen: Conversation[] = [];
    for await (const conversation of client.conversations.list({ limit: 100 })) seen.push(conversation);
    expect(seen).toHaveLength(200);
    expect(seen.reduce((sum, { messageCount }) => sum + messageCount, 0)).toBe(made.messages);
    const taken = seen.find(({ takenBy }) => takenBy !== null);
    const { items } = await client.messages.list(taken?._id ?? '', { limit: 100 });
    expect(items.map(({ role }) => role)).toContain('human');
    await expect
      .poll(async () => (await client.knowledgeSources.list()).items.map(({ status }) => status), { timeout: 30_000 })
      .toEqual(['ready', 'ready', 'ready']);
    const shop = made.agents[0]._id;
    const answered = await client.agents.chat(shop, { message: 'How long is the warranty on the battery?' });
    expect(answered.reply).toMatchObject({
      status: 'complete',
      citations: [{ quote: expect.stringContaining('2 years') }],
    });
    await client.conversations.delete(answered.conversation._id);
    const { days } = await client.conversations.statistics({ workspaceId: made.workspace._id });
    const counted = days.reduce((sum, { conversations }) => sum + conversations, 0);
    // The statistics count whole days, so the first of the 31 may be cut.
    expect(counted).toBeGreaterThan(150);
    const members = await client.workspaces.members.list(made.workspace._id);
    expect(members.items.map(({ role }) => role).sort()).toEqual([
      'admin',
      'editor',
      'editor',
      'owner',
      'viewer',
      'viewer',
    ]);
    expect((await command(['doctor', '--data-dir', dataDir], { env })).stdout).toContain(
      'quotas: every counter is right',
    );

    expectRefused(await run(), 'This instance has people already, and the demo is for a new one. Name an empty');
    const again = await run('--json');
    expect({ ...again, stdout: JSON.parse(again.stdout) }).toMatchObject({ code: 1, stdout: { code: 'not_empty' } });
  });

  test('of two at once one succeeds and the other changes nothing', async () => {
    const { dataDir, env } = await fresh();
    await command(['migrate', '--data-dir', dataDir], { env });
    const run = (password: string) =>
      parley(['demo', '--data-dir', dataDir, '--json', '--password-stdin'], { env, input: `${password}\n` });
    const both = await Promise.all([run('four words make a pass'), run('other words make a pass')]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    const codes = both.map(({ stdout }) => (JSON.parse(stdout) as { code?: string }).code);
    expect(codes.sort()).toEqual(['not_empty', undefined]);
    const doctor = await command(['doctor', '--data-dir', dataDir], { env });
    expect(doctor.code).toBe(0);
  });

  test('refuses a password that is too short before anything is written', async () => {
    const { dataDir, env } = await fresh();
    const short = await command(['demo', '--data-dir', dataDir, '--password-stdin'], { env, input: 'short\n' });
    expectRefused(short, 'at least 12 characters');
    expect((await command(['demo', '--data-dir', dataDir], { env })).code).toBe(0);
  });
});
