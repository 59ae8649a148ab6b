import { titleOf } from '../../features/conversations/messages/sending/enter.ts';
import { noReply } from '../../features/conversations/messages/store.ts';
import { createIdSource } from '../../ids.ts';
import { hashOfQuote } from '../../models/builtin/cite.ts';
import type { ConversationEntryRow, ConversationRow, MessageRow } from '../../storage/tables.ts';
import { type DeskTalk, type Step, sources } from './desk.ts';
import type { Desk } from './desk-rows.ts';

const minute = 60_000;

/** Conversations with their messages and entries, as rows. */
export interface Spoken {
  readonly conversation: ConversationRow;
  readonly messages: readonly MessageRow[];
  readonly entries: readonly ConversationEntryRow[];
}

interface Setting {
  readonly workspace: string;
  /** In ms since 1970. */
  readonly now: number;
  readonly desk: Desk;
}

/** The state of a conversation, as its steps change it. */
type State = Pick<ConversationRow, 'status' | 'taken_by' | 'assignee_id' | 'team_id' | 'waiting_since'> &
  Partial<Pick<ConversationRow, 'satisfaction_score' | 'satisfaction_comment' | 'satisfaction_at'>>;

/** Writes a conversation of the desk, step by step. */
export function deskTalk(talk: DeskTalk, setting: Setting): Spoken {
  const { workspace, now, desk } = setting;
  const place = desk.places[talk.channel];
  const clock = { now: now - (talk.steps[0]?.ago ?? 0) * minute };
  const newId = createIdSource(() => clock.now);
  const [id, visitor] = [newId('conversation'), newId('visitor')];
  const messages: MessageRow[] = [];
  const entries: ConversationEntryRow[] = [];
  let state: State = { status: 'open', taken_by: null, assignee_id: null, team_id: null, waiting_since: null };
  for (const [index, step] of talk.steps.entries()) {
    clock.now = Math.max(now - step.ago * minute, clock.now + 1);
    const at = { workspace_id: workspace, conversation_id: id, created_at: clock.now };
    if ('entry' in step) {
      const data = JSON.stringify(dataOf(step, { talk, ...setting }));
      const actor = JSON.stringify(actorOf(step.by, { desk, visitor, channel: place.id }));
      entries.push({ ...at, id: newId('entry'), type: step.entry, version: index + 2, actor, data });
      state = { ...state, ...entered(step, { desk, team: place.team, at: clock.now }) };
    } else {
      const said = messageOf(step, { talk, desk, before: messages });
      messages.push({ ...at, ...said, id: newId('message'), updated_at: clock.now + (said.latency_ms ?? 0) });
      if (state.status === 'human') state.waiting_since = 'user' in step ? (state.waiting_since ?? clock.now) : null;
    }
  }
  rate(talk, messages);
  const ids = { id, workspace_id: workspace, user_id: visitor, agent_id: place.agent, channel_id: place.id };
  const conversation = {
    ...blankConversation,
    ...ids,
    ...state,
    ...ratedOf(state),
    ...factsOf(talk, { messages, now }),
  };
  return { conversation: { ...conversation, updated_at: clock.now }, messages, entries };
}

/** The person of an answer: the assignee of the conversation. */
const ratedOf = ({ satisfaction_at: at = null, assignee_id: person }: State) => ({
  satisfaction_user: at === null ? null : person,
});

function rate({ rating }: DeskTalk, messages: readonly MessageRow[]): void {
  const last = messages.findLast(({ role }) => role === 'assistant');
  if (last !== undefined && rating !== undefined) last.feedback = rating;
}

const blankConversation = {
  ...{ satisfaction_score: null, satisfaction_comment: null, satisfaction_at: null, satisfaction_user: null },
  ...{ turn: null, turn_until: null, thread: null, playground: 0, answering_agent_id: null, visitor_page: null },
};

/** The columns of a conversation that follow from its text and its messages. */
function factsOf(
  talk: DeskTalk,
  { messages, now }: { readonly messages: readonly MessageRow[]; readonly now: number },
) {
  const { name, email, channel, locale, restHours, priority = 'normal', rating = null } = talk;
  const sum = (field: 'input_tokens' | 'output_tokens') => messages.reduce((all, row) => all + (row[field] ?? 0), 0);
  const first = messages[0];
  return {
    title: titleOf(first?.content ?? ''),
    ...{ tags: JSON.stringify(talk.tags), metadata: JSON.stringify({ channel, locale }), priority, rating },
    ...{ created_at: first?.created_at ?? now, last_message_at: messages.at(-1)?.created_at ?? now },
    ...{ message_count: messages.length, version: talk.steps.length + 1 },
    snoozed_until: restHours === undefined ? null : now + restHours * 60 * minute,
    ...{ input_tokens: sum('input_tokens'), output_tokens: sum('output_tokens') },
    visitor_form: JSON.stringify({ name, ...(email !== undefined && { email }) }),
  };
}

type Entry = Extract<Step, { readonly entry: unknown }>;
interface Talking {
  readonly talk: DeskTalk;
  readonly desk: Desk;
}

/** An actor as events store it. */
function actorOf(
  by: Entry['by'],
  { desk, visitor, channel }: { readonly desk: Desk; readonly visitor: string; readonly channel: string },
) {
  if (by === 'rule') return { system: true };
  return by === 'visitor' ? { visitor, channel } : { user: desk.person(by) };
}

function dataOf({ entry, data = {}, mentions }: Entry, { talk, now, desk }: Talking & { readonly now: number }) {
  if (entry === 'snoozed') {
    return { snoozedUntil: new Date(now + (talk.restHours ?? 0) * 60 * minute).toISOString() };
  }
  if (entry === 'noted') return { ...data, mentions: (mentions ?? []).map((name) => desk.person(name)) };
  return data;
}

interface Entered {
  readonly desk: Desk;
  readonly team: string;
  readonly at: number;
}

/** Returns the changes of a conversation by an entry. */
function entered({ entry, by, data }: Entry, { desk, team, at }: Entered): Partial<State> {
  const person = by === 'visitor' || by === 'rule' ? null : desk.person(by);
  switch (entry) {
    case 'handed_over':
      return { status: 'human', team_id: team, waiting_since: at };
    case 'taken':
      return { status: 'human', taken_by: person, assignee_id: person };
    case 'given_back':
      return { status: 'open', taken_by: null, assignee_id: null, waiting_since: null };
    case 'closed':
      return { status: 'closed', taken_by: null, waiting_since: null };
    case 'rated':
      return {
        ...{ satisfaction_score: data?.score ?? null, satisfaction_comment: data?.comment ?? null },
        satisfaction_at: at,
      };
    default:
      return {};
  }
}

const blank = {
  ...{ status: 'complete', author: null, client_message_id: null, repeat_key: null, repeat_digest: null },
  ...{ reply_to: null, model: null, ...noReply, revision: 0 },
} as const;

type Message = Exclude<Step, Entry>;

/** A message without its place. The times of a reply follow from its length, so that they are the same each time. */
function messageOf(step: Message, { talk, desk, before }: Talking & { readonly before: readonly MessageRow[] }) {
  const said = (role: string, content: string) => ({ ...blank, role, content });
  if ('user' in step) return said('user', step.user);
  if ('says' in step) return { ...said('human', step.says), author: desk.person(step.by) };
  const [words, asked] = [step.reply.length, before.at(-1)];
  return {
    ...said('assistant', step.reply),
    ...{ reply_to: asked?.id ?? null, model: 'openai/gpt-5-mini', finish_reason: 'stop' },
    ...{ first_token_ms: 300 + words, latency_ms: 300 + words * 9 },
    ...{ input_tokens: 420 + words * 2, output_tokens: Math.ceil(words / 4) },
    citations: JSON.stringify(citationsOf(step.cites, { talk, desk })),
  };
}

function citationsOf(cites: number | undefined, { talk, desk }: Talking) {
  const index = talk.channel === 'web' ? 0 : 1;
  const pair = cites === undefined ? undefined : sources[index].pairs[cites];
  if (pair === undefined) return [];
  const [title, quote] = pair;
  return [{ source: desk.sourceIds[index], title, url: null, quote, score: 0.92, quoteHash: hashOfQuote(quote) }];
}
