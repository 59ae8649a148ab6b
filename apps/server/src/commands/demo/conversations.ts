import { titleOf } from '../../features/conversations/messages/sending/enter.ts';
import { noReply } from '../../features/conversations/messages/store.ts';
import { createIdSource } from '../../ids.ts';
import { between, pick, type Random } from '../../random.ts';
import type { ConversationEntryRow, ConversationRow, MessageRow } from '../../storage/tables.ts';
import { comments, failures, fillings } from './cast.ts';
import type { Scenario } from './scenario.ts';

const second = 1000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** The model that wrote the replies. */
const model = 'openai/gpt-5-mini';

/** Number of end users that come back: each writes some of the conversations. */
const endUsers = 90;

/** Input for a conversation of the demo. */
export interface Plan {
  readonly random: Random;
  readonly workspace: string;
  readonly agent: string;
  readonly channel: string;
  /** The ID of the channel, if the service has it. */
  readonly channelId: string | null;
  readonly scenario: Scenario;
  /** Time at which it began, in ms since 1970. */
  readonly at: number;
  /** Nothing happens after this. */
  readonly now: number;
  /** The ID of the person who takes over, if one does. */
  readonly person: string;
}

/** A conversation with its messages, as rows. */
export interface Talk {
  readonly conversation: ConversationRow;
  readonly messages: readonly MessageRow[];
  readonly entries: readonly ConversationEntryRow[];
}

/** Outcome of the last reply of a conversation, and of the conversation. */
type Course = 'answered' | 'failed' | 'cancelled' | 'taken over';

/** Writes a conversation in the past, and lets chance decide on its course. */
export function talk(plan: Plan): Talk {
  const { random, scenario, at } = plan;
  const clock = { now: at };
  const newId = createIdSource(() => clock.now);
  const id = newId('conversation');
  const filled = fill(plan);
  const course = courseOf(random, scenario);
  const messages: MessageRow[] = [];
  const turns = scenario.turns.slice(0, between(random, 1, scenario.turns.length));
  const add = (role: string, content: string): MessageRow => {
    const row = { ...blank, id: newId('message'), workspace_id: plan.workspace, conversation_id: id, role, content };
    const made = { ...row, created_at: clock.now, updated_at: clock.now };
    messages.push(made);
    return made;
  };
  for (const [index, [question, answer]] of turns.entries()) {
    const asked = add('user', filled(question));
    clock.now += 1;
    const reply = add('assistant', filled(answer));
    finish(reply, { random, asked, course: index === turns.length - 1 ? course : 'answered', before: messages });
    clock.now = reply.updated_at + between(random, 8 * second, 4 * minute);
  }
  const entries: ConversationEntryRow[] = [];
  const enter = (type: string, data: object) => {
    const place = { id: newId('entry'), workspace_id: plan.workspace, conversation_id: id, created_at: clock.now };
    const actor = JSON.stringify({ user: plan.person });
    entries.push({ ...place, type, actor, data: JSON.stringify(data), version: messages.length + entries.length + 2 });
  };
  if (course === 'taken over') {
    enter('taken', { from: null });
    clock.now += between(random, 20 * second, 3 * minute);
    const spoken = add('human', filled(scenario.person ?? ''));
    spoken.author = plan.person;
  }
  const conversation = conversationOf(plan, { id, course, messages });
  clock.now = conversation.updated_at + 1;
  if (conversation.status === 'closed' && course === 'taken over') enter('closed', {});
  return { conversation: { ...conversation, version: messages.length + entries.length + 1 }, messages, entries };
}

/** A message of an end user, who sent it without an ID. */
const blank = {
  status: 'complete',
  author: null,
  client_message_id: null,
  repeat_key: null,
  repeat_digest: null,
  reply_to: null,
  model: null,
  ...noReply,
  revision: 0,
} as const satisfies Partial<MessageRow>;

function courseOf(random: Random, { person }: Scenario): Course {
  const chance = random();
  if (chance < 0.05) return 'failed';
  if (chance < 0.09) return 'cancelled';
  return person !== undefined && chance < 0.4 ? 'taken over' : 'answered';
}

interface Finish {
  readonly random: Random;
  readonly asked: MessageRow;
  readonly course: Course;
  readonly before: readonly MessageRow[];
}

/** Sets what a reply has once it has ended. */
function finish(reply: MessageRow, { random, asked, course, before }: Finish): void {
  const words = reply.content.length;
  reply.reply_to = asked.id;
  reply.model = model;
  reply.first_token_ms = between(random, 280, 1400);
  reply.latency_ms = reply.first_token_ms + Math.round(words * (6 + random() * 9));
  reply.updated_at = reply.created_at + reply.latency_ms;
  reply.finish_reason = 'stop';
  if (course === 'failed') {
    const error = pick(random, failures);
    Object.assign(reply, { status: 'failed', content: '', finish_reason: 'error', error: JSON.stringify(error) });
    return;
  }
  if (course === 'cancelled') {
    const content = reply.content.slice(0, Math.ceil(words / 3));
    Object.assign(reply, { status: 'cancelled', content, finish_reason: 'cancelled' });
  }
  // About four characters are a token; the prompt and what was said before are sent each time.
  reply.input_tokens = 180 + Math.ceil(before.reduce((sum, { content }) => sum + content.length, 0) / 4);
  reply.output_tokens = Math.ceil(reply.content.length / 4);
  rate(reply, random);
}

function rate(reply: MessageRow, random: Random): void {
  const chance = random();
  if (chance > 0.24 || reply.status !== 'complete') return;
  const feedback = chance < 0.18 ? 'positive' : 'negative';
  reply.feedback = feedback;
  if (random() < 0.3) reply.feedback_comment = pick(random, comments[feedback]);
}

interface Written {
  readonly id: string;
  readonly course: Course;
  readonly messages: readonly MessageRow[];
}

/** Answers of visitors to how satisfied they are; most give none. */
const scores = [5, null, null, 4, null, 5, null, 3, null, null, 2, null];

function conversationOf(plan: Plan, { id, course, messages }: Written): ConversationRow {
  const { random, scenario, channel, at, now } = plan;
  const last = messages.at(-1)?.created_at ?? at;
  // Most conversations are closed after a few days; those that a person has taken over wait for that person.
  const isOld = last < now - between(random, 1, 6) * day;
  const open = course === 'taken over' ? 'human' : 'open';
  const status = isOld && random() < 0.9 ? 'closed' : open;
  const user = between(random, 1, endUsers);
  const score = status === 'closed' ? (scores[user % scores.length] ?? null) : null;
  const sum = (field: 'input_tokens' | 'output_tokens') =>
    messages.reduce((total, message) => total + (message[field] ?? 0), 0);
  return {
    id,
    workspace_id: plan.workspace,
    agent_id: plan.agent,
    channel_id: plan.channelId,
    status,
    created_at: at,
    updated_at: Math.max(...messages.map((message) => message.updated_at)),
    user_id: userOf(channel, user),
    title: titleOf(messages[0]?.content ?? ''),
    tags: JSON.stringify(random() < 0.7 ? scenario.tags : []),
    metadata: JSON.stringify({ channel, locale: scenario.locale, ...(channel === 'web' && { page: '/help' }) }),
    message_count: messages.length,
    last_message_at: last,
    // The person had the last word.
    waiting_since: null,
    assignee_id: status === 'human' ? plan.person : null,
    team_id: null,
    priority: 'normal',
    snoozed_until: null,
    satisfaction_score: score,
    satisfaction_comment: null,
    satisfaction_at: score === null ? null : last,
    satisfaction_user: score !== null && course === 'taken over' ? plan.person : null,
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    rating: messages.findLast(({ feedback }) => feedback !== null)?.feedback ?? null,
    version: 1,
    turn: null,
    turn_until: null,
    taken_by: status === 'human' ? plan.person : null,
    thread: null,
    playground: 0,
    visitor_form: null,
    visitor_page: null,
    answering_agent_id: null,
  };
}

/** IDs of end users as integrations choose them. The numbers are reserved for fiction (Ofcom). */
function userOf(channel: string, user: number): string {
  if (channel === 'whatsapp') return `whatsapp:+447700900${String(user).padStart(3, '0')}`;
  if (channel === 'email') return `email:customer${user}@mail.example`;
  if (channel === 'intranet') return `staff:${1000 + user}`;
  return `${channel}:${(user * 7919).toString(36)}`;
}

/** Returns the function that fills what stands in braces, alike in the whole conversation. */
function fill({ random }: Plan): (text: string) => string {
  const values: Readonly<Record<string, string>> = {
    order: `FC-${between(random, 100_000, 999_999)}`,
    bike: pick(random, fillings.bike),
    day: pick(random, fillings.day),
    price: pick(random, fillings.price),
  };
  return (text) => text.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');
}
