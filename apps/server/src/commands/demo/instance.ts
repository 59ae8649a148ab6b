import { fold } from '../../features/agents/store.ts';
import { createIdSource } from '../../ids.ts';
import { between, createRandom, pick, type Random } from '../../random.ts';
import { foldName } from '../../storage/folded-name.ts';
import type { ApiKeyRow, NewRow, UsageHourRow } from '../../storage/tables.ts';
import { agents, keys, people, workspaceName } from './cast.ts';
import { type Talk, talk } from './conversations.ts';
import { deskTalk } from './desk-conversations.ts';
import { availabilityRows, channelRows, type Desk, type DeskPlan, makeDesk } from './desk-rows.ts';
import { deskTalks } from './desk-talks.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Number of days that the demo reaches back. */
export const daysBack = 30;

/** Number of its conversations, besides those of the desk. */
const conversations = 193;

/** Age of the account in days: it is older than its first conversation. */
const accountAge = daysBack + 12;

/** Settings of the demo. The same settings create the same rows, except for their IDs. */
export interface DemoSettings extends Pick<DeskPlan, 'settingsOf' | 'seal'> {
  readonly seed: number;
  /** Milliseconds since 1970; the last of the 30 days ends now. */
  readonly now: number;
  /** Digest of the password that all people share. */
  readonly passwordHash: string;
  /** Returns the row of a key with an unknown secret. */
  makeKey(draft: {
    readonly account: string;
    readonly user: (typeof people)[number] & { readonly id: string };
    readonly name: string;
    readonly scopes: (typeof keys)[number]['scopes'];
    readonly environment: (typeof keys)[number]['environment'];
    readonly createdAt: number;
    readonly expiresAt: number;
  }): ApiKeyRow;
}

/** The rows of the demo by table, each after those that it refers to. */
export type DemoRows = {
  readonly [Name in
    | 'accounts'
    | 'users'
    | 'workspaces'
    | 'members'
    | 'agents'
    | 'api_keys'
    | 'usage_hours'
    | 'conversations'
    | 'messages'
    | 'conversation_entries'
    | 'knowledge_sources'
    | 'knowledge_pairs'
    | 'agent_sources'
    | 'channels'
    | 'teams'
    | 'team_members'
    | 'member_availability'
    | 'workspace_hours'
    | 'saved_replies'
    | 'views']: readonly NewRow<Name>[];
};

/** Makes everything that the demo writes. */
export function makeDemo(settings: DemoSettings): DemoRows {
  const random = createRandom(settings.seed);
  const begin = settings.now - accountAge * day;
  const newId = createIdSource(() => begin);
  const account = { id: newId('account'), plan: 'pro', created_at: begin };
  const workspace = newId('workspace');
  const users = people.map(({ email, name }, index) => ({
    ...{ id: newId('user'), account_id: account.id, email, name, password_hash: settings.passwordHash },
    ...{ status: 'active', created_at: begin + index * day, updated_at: begin + index * day },
    verified_at: begin + index * day,
    owns_instance: index === 0 ? 1 : 0,
  }));
  const members = users.map(({ id, created_at }, index) => {
    return { workspace_id: workspace, user_id: id, role: people[index]?.role ?? 'viewer', created_at };
  });
  const drafts = agents.map((agent, index) => agentRow(agent, { workspace, at: begin + (index + 1) * day }));
  const plan = { ...settings, at: begin + 4 * day, workspace, newId };
  const desk = makeDesk({ ...plan, users: users.map(({ id }) => id), agents: drafts.map(({ id }) => id) });
  const made = drafts.map((row, index) => ({ ...row, handover: index === 0 ? desk.rules : null }));
  const answering = users.slice(1, 4).map(({ id }) => id);
  const talks = [
    ...makeTalks({ settings, random, workspace, agents: made, staff: answering, desk }),
    ...deskTalks.map((each) => deskTalk(each, { workspace, now: settings.now, desk })),
  ];
  const owner = { ...people[0], id: users[0]?.id ?? '' } as (typeof people)[number] & { id: string };
  const apiKeys = keys.map(({ name, scopes, environment }, index) => {
    const createdAt = begin + (index + 2) * day;
    const expiresAt = createdAt + (environment === 'development' ? 60 : 365) * day;
    const row = settings.makeKey({ account: account.id, user: owner, name, scopes, environment, createdAt, expiresAt });
    return { ...row, last_used_at: settings.now - between(random, 1, 300) * 60_000 };
  });
  const named = { id: workspace, account_id: account.id, name: workspaceName };
  return {
    accounts: [account],
    users,
    workspaces: [
      {
        ...named,
        ...{ name_folded: foldName(workspaceName), version: 1, deleted_at: null },
        ...{ created_at: begin, updated_at: begin },
      },
    ],
    members,
    agents: made,
    api_keys: apiKeys,
    usage_hours: apiKeys.flatMap((key, index) =>
      usageOf(key, { random, now: settings.now, most: keys[index]?.requests }),
    ),
    conversations: talks.map(({ conversation }) => conversation),
    messages: talks.flatMap(({ messages }) => messages),
    conversation_entries: talks.flatMap(({ entries }) => entries),
    ...desk.rows,
    channels: channelRows(desk, plan),
    member_availability: availabilityRows(desk, { workspace, now: settings.now }),
  };
}

function agentRow(
  { name, description, systemPrompt, temperature }: (typeof agents)[number],
  { workspace, at }: { workspace: string; at: number },
): NewRow<'agents'> {
  return {
    id: createIdSource(() => at)('agent'),
    workspace_id: workspace,
    name,
    description,
    system_prompt: systemPrompt,
    // Needs no provider, so that the playground answers.
    model: 'builtin/extract',
    temperature,
    status: 'active',
    version: 1,
    created_at: at,
    updated_at: at,
    name_folded: fold(name),
    description_folded: fold(description),
    ...{ answer_mode: 'open', grounding_judge: 'rules', rerank: 0, knowledge_filter: null },
    deleted_at: null,
  };
}

interface Talking {
  readonly settings: DemoSettings;
  readonly random: Random;
  readonly workspace: string;
  readonly agents: readonly NewRow<'agents'>[];
  /** The IDs of those who take over. */
  readonly staff: readonly string[];
  readonly desk: Desk;
}

function makeTalks({ settings: { now }, random, workspace, agents: rows, staff, desk }: Talking): Talk[] {
  const shares = agents.flatMap((agent, index) => Array.from({ length: agent.share }, () => index));
  const times = Array.from({ length: conversations }, () => timeOf(random, now)).sort((one, other) => one - other);
  return times.map((at) => {
    const index = pick(random, shares);
    const agent = agents[index] ?? agents[0];
    if (agent === undefined) throw new Error('The demo has no agents.');
    const [channel, scenario] = [pick(random, agent.channels), pick(random, agent.scenarios)];
    const id = rows[index]?.id ?? '';
    const place = channel === 'web' || channel === 'app' ? desk.places[channel] : undefined;
    const channelId = place?.agent === id ? place.id : null;
    return talk({ random, workspace, agent: id, channel, channelId, scenario, at, now, person: pick(random, staff) });
  });
}

/** Maximum duration of a conversation in ms: it began at least that long ago. */
const longest = hour;

/** A time within the 30 days: by day rather than by night, and half as often at weekends. */
function timeOf(random: Random, now: number): number {
  for (;;) {
    const at = Math.floor(now - longest - random() * (daysBack * day - longest));
    const date = new Date(at);
    const awake = date.getUTCHours() >= 7 && date.getUTCHours() < 21;
    const weekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
    if (random() < (awake ? 1 : 0.12) * (weekend ? 0.5 : 1)) return at;
  }
}

interface Use {
  readonly random: Random;
  readonly now: number;
  /** Max requests of an hour. */
  readonly most: number | undefined;
}

/** The requests of a key by hour, of two days. */
function usageOf(key: ApiKeyRow, { random, now, most = 0 }: Use): UsageHourRow[] {
  const last = now - (now % hour);
  return Array.from({ length: 48 }, (_, index) => {
    const at = last - index * hour;
    const awake = new Date(at).getUTCHours() >= 7 && new Date(at).getUTCHours() < 21;
    const requests = Math.round(most * (awake ? 0.4 + random() * 0.6 : random() * 0.2));
    return { key_id: key.id, account_id: key.account_id, hour: at, requests };
  }).filter(({ requests }) => requests > 0);
}
