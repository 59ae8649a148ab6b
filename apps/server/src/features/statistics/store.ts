import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { anyHidden, isAlive, isInLiveConversation } from '../../storage/sql/alive.ts';
import { isTrial } from '../../storage/sql/playground.ts';
import { prepared } from '../../storage/sql/prepared.ts';

/** The span to count: one agent or all, from a time up to another (exclusive). */
export interface Span {
  readonly agent: string | undefined;
  readonly from: number;
  readonly until: number;
}

/** Rows to count: all, which reads indexes only, or those that no hidden agent has. */
type Which = 'all' | 'shown';

/** A span, and which of its rows to count. */
export type Counted = Span & { readonly which: Which };

/** Decides what to count in a workspace. */
export const countable = async (db: Database, workspace: string): Promise<Which> =>
  (await anyHidden(db, [workspace])) ? 'shown' : 'all';

type SpanArguments = Span & { readonly workspace: string };

/** A UTC day as the number of days since 1970. */
const dayOf = (time: Expression<number>): RawBuilder<number> => sql`${time} / 86400000`;

const conversationsIn = prepared((db, { workspace, agent, from, until }: SpanArguments, which: Which) => {
  const all = db.query
    .selectFrom('conversations')
    .select((of) => [
      dayOf(of.ref('created_at')).as('day'),
      isTrial(db, of.ref('conversations.id')).as('trial'),
      of.fn.countAll<number>().as('conversations'),
    ])
    .where('workspace_id', '=', workspace)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy(['day', 'trial']);
  const query = which === 'all' ? all : all.where(isAlive(sql.ref('conversations.agent_id')));
  return agent === undefined ? query : query.where('agent_id', '=', agent);
});

/** Counts the conversations that were created, by day and whether they are of the playground. */
export async function countConversations(db: Database, workspace: string, { which, ...span }: Counted) {
  const rows = await db.read(conversationsIn(db, { workspace, ...span }, which));
  return rows.map(({ day, trial, conversations }) => ({
    day: Number(day),
    isTrial: Number(trial) === 1,
    conversations: Number(conversations),
  }));
}

const answersIn = prepared((db, { workspace, agent, from, until }: SpanArguments, which: Which) => {
  const all = db.query
    .selectFrom('conversations')
    .select((of) => [
      sql<number>`satisfaction_at / 86400000`.as('day'),
      sql<number>`satisfaction_score`.as('score'),
      of.fn.countAll<number>().as('answers'),
    ])
    .where('workspace_id', '=', workspace)
    .where('satisfaction_at', '>=', from)
    .where('satisfaction_at', '<', until)
    .where('playground', '=', 0)
    .groupBy(['day', 'score']);
  const query = which === 'all' ? all : all.where(isAlive(sql.ref('conversations.agent_id')));
  return agent === undefined ? query : query.where('agent_id', '=', agent);
});

/** Counts the answers to how satisfied visitors are, by day and score, outside of the playground. */
export async function countAnswers(db: Database, workspace: string, { which, ...span }: Counted) {
  const rows = await db.read(answersIn(db, { workspace, ...span }, which));
  return rows.map(({ day, score, answers }) => ({ day: Number(day), score: Number(score), answers: Number(answers) }));
}

const roles = ['user', 'assistant', 'human'] as const;
const ratings = [null, 'positive', 'negative'] as const;

/** Latencies of more ms count as so many; the last number stands for none. */
const maxLatency = 9_999_000;
const latencies = maxLatency + 1_000;
const noLatency = latencies - 1;

/**
 * The latency of a complete reply in ms, cut to three significant digits: so many replies share one, and what is read
 * is short. Up to 999 ms it is exact, and beyond it less than 1 % too low.
 */
const latency = sql<number>`case
  when messages.role <> 'assistant' or messages.status <> 'complete' or latency_ms is null then ${sql.lit(noLatency)}
  when latency_ms < 0 then 0
  when latency_ms < 1000 then latency_ms
  when latency_ms < 10000 then latency_ms / 10 * 10
  when latency_ms < 100000 then latency_ms / 100 * 100
  when latency_ms < ${sql.lit(maxLatency)} then latency_ms / 1000 * 1000
  else ${sql.lit(maxLatency)} end`;

/** Combines the columns by which messages are grouped into one number, which sorts in half the time of six columns. */
const group = (db: Database, created: Expression<number>, conversation: Expression<string>): RawBuilder<number> =>
  sql`((((${dayOf(created)} * 2 + ${isTrial(db, conversation)})
    * 3 + case messages.role when 'user' then 0 when 'assistant' then 1 else 2 end)
    * 2 + case messages.status when 'failed' then 1 else 0 end)
    * 3 + case messages.feedback when 'positive' then 1 when 'negative' then 2 else 0 end)
    * ${sql.lit(latencies)} + ${latency}`;

/** Reads the number of a group. */
function fromGroup(number: number) {
  let rest = number;
  const take = (values: number) => {
    const value = rest % values;
    rest = (rest - value) / values;
    return value;
  };
  const milliseconds = take(latencies);
  const feedback = ratings[take(ratings.length)] ?? null;
  const isFailed = take(2) === 1;
  const role = roles[take(roles.length)] ?? 'user';
  const isOfPlayground = take(2) === 1;
  return {
    ...{ feedback, isFailed, role, isTrial: isOfPlayground, day: rest },
    /** In ms; null unless it is a complete reply with a latency. */
    latency: milliseconds === noLatency ? null : milliseconds,
  };
}

const messagesIn = prepared((db, { workspace, agent, from, until }: SpanArguments, which: Which) => {
  const all = db.query
    .selectFrom('messages')
    .select((of) => [
      group(db, of.ref('messages.created_at'), of.ref('messages.conversation_id')).as('group'),
      of.fn.countAll<number>().as('messages'),
      of.fn.sum<number | null>('messages.input_tokens').as('input'),
      of.fn.sum<number | null>('messages.output_tokens').as('output'),
    ])
    .where('messages.workspace_id', '=', workspace)
    .where('messages.created_at', '>=', from)
    .where('messages.created_at', '<', until)
    .groupBy('group');
  const query = which === 'all' ? all : all.where(isInLiveConversation(sql.ref('messages.conversation_id')));
  if (agent === undefined) return query;
  return query
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .where('conversations.workspace_id', '=', workspace)
    .where('conversations.agent_id', '=', agent);
});

/** Messages with the same values of all columns that statistics group by. */
export type MessageGroup = Awaited<ReturnType<typeof countMessages>>[number];

/** Counts messages by day, playground, role, failure, feedback and latency. */
export async function countMessages(db: Database, workspace: string, { which, ...span }: Counted) {
  const rows = await db.read(messagesIn(db, { workspace, ...span }, which));
  return rows.map((row) => ({
    ...fromGroup(Number(row.group)),
    messages: Number(row.messages),
    inputTokens: Number(row.input),
    outputTokens: Number(row.output),
  }));
}

const usersIn = prepared((db, { workspace, agent, from, until }: SpanArguments, which: Which) => {
  const written = db.query
    .selectFrom('messages')
    .select((of) => [dayOf(of.ref('messages.created_at')).as('day'), 'messages.conversation_id as conversation'])
    .distinct()
    .where('messages.workspace_id', '=', workspace)
    .where('messages.created_at', '>=', from)
    .where('messages.created_at', '<', until)
    .where('messages.role', '=', 'user');
  // The agent is compared in what is selected, so that conversations are found by their IDs and not by their agent.
  const user = (id: Expression<string | null>, of: Expression<string>) =>
    agent === undefined ? sql<string | null>`${id}` : sql<string | null>`case when ${of} = ${agent} then ${id} end`;
  const query = db.query
    .selectFrom(written.as('written'))
    .innerJoin('conversations', 'conversations.id', 'written.conversation')
    .select((of) => [
      'written.day as day',
      user(of.ref('conversations.user_id'), of.ref('conversations.agent_id')).as('user'),
    ])
    .distinct()
    .where((of) => sql<boolean>`${isTrial(db, of.ref('written.conversation'))} = 0`);
  return which === 'all' ? query : query.where(isAlive(sql.ref('conversations.agent_id')));
});

/** Finds the users who wrote on each day, outside of the playground. */
export async function findUsers(db: Database, workspace: string, { which, ...span }: Counted) {
  const rows = await db.read(usersIn(db, { workspace, ...span }, which));
  return rows.flatMap(({ day, user }) => (user === null ? [] : [{ day: Number(day), user }]));
}

const suggestionsIn = prepared(
  (db, args: { workspace: string; from: number; until: number; agent: string | undefined }) => {
    const all = db.query
      .selectFrom('suggestion_days')
      .select((of) => [
        of.fn.sum<number | null>('suggestions').as('count'),
        of.fn.sum<number | null>('input_tokens').as('input'),
        of.fn.sum<number | null>('output_tokens').as('output'),
      ])
      .where('workspace_id', '=', args.workspace)
      .where('day', '>=', args.from)
      .where('day', '<', args.until);
    return args.agent === undefined ? all : all.where('agent_id', '=', args.agent);
  },
);

/** Counts the suggestions from a day up to another (exclusive; days since 1970), of one agent or of all. */
export async function countSuggestions(
  db: Database,
  workspace: string,
  span: { readonly from: number; readonly until: number; readonly agent: string | undefined },
) {
  const [row] = await db.read(suggestionsIn(db, { workspace, ...span }));
  return { count: Number(row?.count), inputTokens: Number(row?.input), outputTokens: Number(row?.output) };
}

const messageAfter = prepared((db, args: { workspace: string; from: number; until: number; rows: number }) =>
  db.query
    .selectFrom('messages')
    .select('created_at')
    .where('workspace_id', '=', args.workspace)
    .where('created_at', '>=', args.from)
    .where('created_at', '<', args.until)
    .orderBy('created_at')
    .limit(1)
    .offset(args.rows),
);

/** Finds the time of the first message after `rows` others in a span; undefined if the span has no more of them. */
export async function findMessageAfter(
  db: Database,
  workspace: string,
  span: { readonly from: number; readonly until: number; readonly rows: number },
): Promise<number | undefined> {
  const [row] = await db.read(messageAfter(db, { workspace, ...span }));
  return row === undefined ? undefined : Number(row.created_at);
}
