import type { Parley } from '@parley/sdk';
import { expect, vi } from 'vitest';
import { anyUnindexed } from '../src/features/conversations/search/store.ts';
import { newId } from '../src/ids.ts';
import { statement } from '../src/storage/unit.ts';
import { channelRowsOf } from './channel-rows.ts';
import type { Person, Service } from './harness.ts';
import { addHistory, addSources } from './history.ts';
import { documentRows, otherRows, pairRow, syncRow } from './source-rows.ts';

/** A workspace that has a row in every table that can have one. */
export interface FullWorkspace {
  readonly id: string;
  readonly name: string;
  readonly agent: string;
  readonly conversation: string;
  /** The secret of a key that is bound to the workspace. */
  readonly key: string;
}

/** Creates a workspace of a person with something of everything. `messages` is the number of messages of one agent. */
export async function fillWorkspace(
  service: Service,
  { owner, client, name = 'Doomed', messages = 3 }: { owner: Person; client: Parley; name?: string; messages?: number },
): Promise<FullWorkspace> {
  const { db, features } = service;
  const { _id: id } = await client.workspaces.create({ name }, { idempotencyKey: `make ${name}` });
  const [source = ''] = await addSources(service, id, 2);
  const draft = { name: 'Echo', model: 'builtin/echo', workspaceId: id, knowledgeSources: [source] };
  const { _id: agent } = await client.agents.create(draft, { idempotencyKey: `agent ${name}` });
  await addHistory(service, { agent, workspace: id }, { channels: 2, conversations: 4, messages });
  const { conversation } = await client.agents.chat(agent, { message: 'Hello' }, { idempotencyKey: `chat ${name}` });
  await client.workspaces.invitations.create(id, { email: 'invited@example.com', role: 'viewer' });
  const bound = await client.apiKeys.create(
    { name: 'Bound', scopes: ['workspace:admin'], workspaceId: id },
    { idempotencyKey: `key ${name}` },
  );
  const bytes = async function* () {
    yield Buffer.from(`a file of ${name}`);
  };
  const upload = await features.blobs.put(bytes(), { maxBytes: 1_000 });
  const time = Date.now();
  const hidden = { name: '', description: '', system_prompt: '', model: '', temperature: '0', status: 'inactive' };
  const stamps = {
    version: 1,
    created_at: time,
    updated_at: time,
    name_folded: '',
    description_folded: '',
    answer_mode: 'open',
    rerank: 0,
  };
  const number = 1;
  const [reply] = await db.read(
    db.query.selectFrom('messages').select('id').where('conversation_id', '=', conversation._id).limit(1),
  );
  await client.conversations.markRead(conversation._id);
  await client.conversations.markAllRead({ workspaceId: id });
  const ofSource = { workspace: id, source, number };
  const cited = { message: reply?.id ?? '', agent, conversation: conversation._id };
  const job = { kind: 'test.waiting', payload: '{}', priority: 0, created_at: time, attempts: 0, lease: 0, beat: 0 };
  await db.write([
    ...features.blobs.hold(id, upload),
    ...[...documentRows(db, ofSource), pairRow(db, ofSource), syncRow(db, ofSource)],
    ...otherRows(db, { ...ofSource, ...cited }),
    statement(
      db.query
        .insertInto('agents')
        .values({ id: newId('agent'), workspace_id: id, ...hidden, ...stamps, deleted_at: time }),
    ),
    ...channelRowsOf(db, {
      channel: `ch_${agent}_0`,
      workspace: id,
      message: reply?.id ?? '',
      conversation: conversation._id,
    }),
    statement(
      db.query.insertInto('usage_hours').values({ key_id: bound._id, account_id: owner.account, hour: 0, requests: 5 }),
    ),
    statement(
      db.query
        .insertInto('jobs')
        .values({ id: newId('job'), workspace_id: id, state: 'waiting', run_at: time + 3_600_000, ...job }),
    ),
  ]);
  // A job writes the index of words.
  await vi.waitFor(async () => expect(await anyUnindexed(db)).toBe(false), { timeout: 60_000, interval: 25 });
  return { id, name, agent, conversation: conversation._id, key: bound.key };
}
