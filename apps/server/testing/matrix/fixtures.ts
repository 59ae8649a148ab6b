import type { Insertable } from 'kysely';
import { newToken } from '../../src/access/secrets.ts';
import { newId } from '../../src/ids.ts';
import type { Tables } from '../../src/storage/tables.ts';
import { statement } from '../../src/storage/unit.ts';
import { row } from '../fixtures/people.ts';
import { savedReplyRow, viewRow } from '../fixtures/team-rows.ts';
import { teamRow } from '../fixtures/teams.ts';
import { approvalLink, toolCallRow } from '../fixtures/tools.ts';
import { webhookRow } from '../fixtures/webhooks.ts';
import { deliveryRow, plainChannel, sealedSecret } from '../messengers/channel-rows.ts';
import type { Draft, Where } from './draft.ts';
import { note } from './note-fixtures.ts';
import { personDrafts, roomAccountDraft, sessionDraft } from './person-fixtures.ts';
import { sourceDrafts } from './source-fixtures.ts';
import type { Subject } from './subjects.ts';
import { tool, toolConnection } from './tool-fixtures.ts';
import { sideOf, type World } from './world.ts';

/** The kinds of objects that IDs in requests refer to. A `session` in `home` is the caller's own. */
export type Kind =
  | 'agent'
  | 'apiKey'
  | 'approvalToken'
  | 'channel'
  | 'delivery'
  | 'chunk'
  | 'conversation'
  | 'document'
  | 'documentSource'
  | 'invitation'
  | 'invitationToken'
  | 'item'
  | 'member'
  | 'message'
  | 'note'
  | 'pair'
  | 'passkey'
  | 'qaSource'
  | 'question'
  | 'resetToken'
  | 'roomAccount'
  | 'savedReply'
  | 'session'
  | 'source'
  | 'team'
  | 'tool'
  | 'toolCall'
  | 'toolConnection'
  | 'view'
  | 'webhook'
  | 'workspace';

const stamps = () => ({ created_at: Date.now(), updated_at: Date.now() });

/** Creates an object of the kind in the place and returns its ID or other name. */
export async function make(world: World, kind: Kind, where: Where): Promise<string> {
  const { place } = where;
  // Each place has one fixed workspace.
  if (kind === 'workspace') return world.sites[place].workspace;
  if (kind === 'member')
    return (await world.person(sideOf(place), { [place]: 'editor' }, world.sites[place].marker)).id;
  // The only agent and channel of a visitor.
  const visited = place === 'home' ? where.by.visitor : undefined;
  if (visited !== undefined && (kind === 'agent' || kind === 'channel')) return visited[kind];
  return insert(world, drafts[kind](world, where));
}

/** The former ID of an object of the kind that has been deleted. */
export async function makeDeleted(world: World, kind: Kind, by: Subject): Promise<string> {
  if (kind === 'member') return (await world.person('ours', {}, 'deleted')).id;
  const draft = kind === 'workspace' ? emptyWorkspace(world) : drafts[kind](world, { place: 'home', by });
  const name = await insert(world, draft);
  const { db } = world.service;
  await db.write([statement(db.query.deleteFrom(draft.table).where('id', '=', draft.values.id), { rows: 1 })]);
  return name;
}

async function insert(
  { service: { db } }: World,
  { table, values, token, first = [], after = [] }: Draft,
): Promise<string> {
  await db.write([...first, row(db, table, values), ...after]);
  return token ?? values.id;
}

/** A well-formed ID of the kind that belongs to no object. */
export function unknownId(kind: Kind): string {
  if (kind === 'invitationToken' || kind === 'resetToken' || kind === 'approvalToken') return newToken();
  if (kind === 'chunk') return '999999999';
  if (kind === 'source' || kind === 'qaSource' || kind === 'documentSource') return newId('source');
  if (kind === 'item') return newId('document');
  if (kind === 'delivery') return newId('message');
  if (kind === 'note') return newId('entry');
  return newId(kind === 'member' ? 'user' : kind);
}

/** A channel of its own agent, or of `parent`. */
function channelOf(world: World, where: Where) {
  const agent = drafts.agent(world, where);
  const { workspace, marker: name } = world.sites[where.place];
  const of = { workspace_id: workspace, agent_id: where.parent ?? agent.values.id };
  const id = newId('channel');
  const kind = { type: 'widget', ...plainChannel, name, secrets: sealedSecret(id), status: 'active' };
  return {
    table: 'channels',
    values: { id, ...of, ...kind, ...stamps() },
    first: where.parent === undefined ? [row(world.service.db, agent.table, agent.values)] : [],
  } as const;
}

const drafts: Readonly<Record<Exclude<Kind, 'workspace' | 'member'>, (world: World, where: Where) => Draft>> = {
  agent: ({ sites }, { place }) => {
    const { workspace, marker: name } = sites[place];
    const texts = { name, description: '', system_prompt: name, model: 'builtin/echo', status: 'active', rerank: 0 };
    const folded = { name_folded: name, description_folded: '', answer_mode: 'open', grounding_judge: 'rules' };
    const values = { id: newId('agent'), workspace_id: workspace, ...texts, ...folded, temperature: '0.5', version: 1 };
    return { table: 'agents', values: { ...values, ...stamps() } };
  },
  channel: channelOf,
  delivery: (world, where) => {
    const { db } = world.service;
    const { answer, agent } = conversation(world, where);
    const channel = channelOf(world, { ...where, parent: agent });
    const { id, conversation_id } = answer.values;
    const workspace = world.sites[where.place].workspace;
    const of = { workspace, channel: channel.values.id, conversation: conversation_id, message: id };
    const values = deliveryRow(of, 'sent');
    const before = [row(db, 'messages', answer.values), row(db, 'channels', channel.values)];
    return { table: 'channel_outbox', values, first: [...(answer.first ?? []), ...before] };
  },
  conversation: (world, where) => conversation(world, where).draft,
  message: (world, where) => conversation(world, where).answer,
  question: (world, where) => {
    const { answer, agent } = conversation(world, where);
    const { workspace, marker } = world.sites[where.place];
    const { id: message_id, conversation_id } = answer.values;
    const of = { message_id, conversation_id, workspace_id: workspace, agent_id: agent };
    const texts = { question: marker, question_key: message_id, pair_id: null };
    const values = { id: newId('question'), ...of, ...texts, created_at: Date.now(), settled_at: null };
    const first = [...(answer.first ?? []), row(world.service.db, 'messages', answer.values)];
    return { table: 'unanswered_questions', values, first };
  },
  apiKey: ({ sites }, { place, by }) => {
    const { account, workspace, marker: name, owner } = sites[place];
    const id = newId('apiKey');
    // The caller's own if possible: only the person who created a key may rotate it.
    const user = by.roles[place] === undefined ? owner : (by.user ?? owner);
    const whose = { account_id: account, user_id: user.id, workspace_id: workspace };
    const texts = { name, digest: id, last_four: '0000', scopes: '["agents:read"]', environment: 'production' };
    const never = { expires_at: null, last_used_at: null, revoked_at: null, rotated_from: null };
    return { table: 'api_keys', values: { id, ...whose, ...texts, ...never, created_at: Date.now() } };
  },
  ...personDrafts,
  session: sessionDraft,
  roomAccount: roomAccountDraft,
  ...sourceDrafts,
  toolCall: (world, where) => {
    const { answer, agent } = conversation(world, where);
    const { workspace, marker } = world.sites[where.place];
    const of = { message: answer.values.id, conversation: answer.values.conversation_id, agent };
    const first = [...(answer.first ?? []), row(world.service.db, 'messages', answer.values)];
    return { table: 'tool_calls', values: toolCallRow(workspace, { ...of, text: marker }), first };
  },
  approvalToken: (world, where) => {
    const { table, values: call, first = [] } = drafts.toolCall(world, where);
    const { db } = world.service;
    const { workspace, owner } = world.sites[where.place];
    const verified = db.query.updateTable('users').set({ verified_at: Date.now() }).where('id', '=', owner.id);
    const { token, row: values } = approvalLink(workspace, { call: call.id, user: owner });
    return { table: 'approval_links', values, token, first: [...first, row(db, table, call), statement(verified)] };
  },
  ...{ tool, toolConnection },
  savedReply: ({ sites }, { place }) => ({
    table: 'saved_replies',
    values: savedReplyRow(sites[place].workspace, { text: sites[place].marker }),
  }),
  note: (world, where) => note(world, where, conversation(world, { ...where, parent: undefined }).draft),
  view: ({ sites }, { place }) => ({
    table: 'views',
    values: viewRow(sites[place].workspace, { name: sites[place].marker }),
  }),
  team: ({ sites }, { place }) => ({
    table: 'teams',
    values: teamRow(sites[place].workspace, { name: `${sites[place].marker} ${newId('team')}` }),
  }),
  // Disabled: nothing is sent.
  webhook: ({ sites }, { place }) => ({
    table: 'webhooks',
    values: webhookRow(sites[place].workspace, sites[place].marker),
  }),
};

/** An unused one, to be deleted. */
function emptyWorkspace({ sites }: World): Draft {
  const id = newId('workspace');
  const values = { id, account_id: sites.home.account, name: id, name_folded: id, version: 1, ...stamps() };
  return { table: 'workspaces', values };
}

/** A conversation, its last reply, and the ID of its agent. */
interface ConversationDraft {
  readonly draft: Draft;
  readonly answer: Draft & { readonly values: Insertable<Tables['messages']> };
  readonly agent: string;
}

/** A conversation that can continue, and its last reply, which was cancelled and can be retried. */
function conversation(world: World, where: Where): ConversationDraft {
  const { db } = world.service;
  const { workspace, marker } = world.sites[where.place];
  const agent = drafts.agent(world, where);
  const id = newId('conversation');
  const visit = where.place === 'home' ? where.by.visitor : undefined;
  const nothing = {
    ...{ rating: null, turn: null, turn_until: null, priority: 'normal', taken_by: null, thread: null },
    ...{ playground: 0, answering_agent_id: null },
  };
  const counts = { message_count: 2, last_message_at: Date.now(), input_tokens: 0, output_tokens: 0, version: 1 };
  const texts = { user_id: visit?.id ?? null, title: marker, tags: '[]', metadata: '{}', status: 'open' };
  const agentId = visit?.agent ?? where.parent ?? agent.values.id;
  const whose = { id, workspace_id: workspace, agent_id: agentId, channel_id: visit?.channel ?? null };
  const values = { ...whose, ...texts, ...counts, ...nothing, ...stamps() };
  const message = {
    ...{ workspace_id: workspace, conversation_id: id, content: marker, citations: '[]', ...stamps() },
    ...{ author: null, client_message_id: null, reply_to: null, model: null, feedback: null, feedback_comment: null },
    ...{ repeat_key: null, repeat_digest: null },
    ...{ input_tokens: null, output_tokens: null, first_token_ms: null, latency_ms: null },
    ...{ finish_reason: null, error: null, revision: 1 },
  };
  const asked = { ...message, id: newId('message'), role: 'user', status: 'complete' };
  const later = { created_at: asked.created_at + 1, reply_to: asked.id };
  const answered = { ...message, id: newId('message'), role: 'assistant', status: 'cancelled', ...later };
  const first = where.parent === undefined ? [row(db, agent.table, agent.values)] : [];
  const question = row(db, 'messages', asked);
  const entry = { workspace_id: workspace, conversation_id: id, type: 'tagged', actor: '{"system":true}' };
  const entries = [0, 1].map((version) =>
    row(db, 'conversation_entries', {
      ...{ ...entry, id: newId('entry'), version, created_at: Date.now() },
      data: JSON.stringify({ added: [marker], removed: [] }),
    }),
  );
  return {
    draft: { table: 'conversations', values, first, after: [question, row(db, 'messages', answered), ...entries] },
    answer: { table: 'messages', values: answered, first: [...first, row(db, 'conversations', values), question] },
    agent: values.agent_id,
  };
}
