import type { Principal } from '../../access/actor.ts';
import type { Database } from '../../storage/database.ts';
import { demandReadable } from './access.ts';
import type { Statistics, StatisticsQuery } from './statistics-schema.ts';
import * as store from './statistics-store.ts';

const day = 24 * 60 * 60 * 1000;

/** Max messages that one query counts: other accounts' scans can run in between. */
const sliceRows = 5_000;

/** Dependencies of statistics. */
export interface StatisticsNeeds {
  /** Its reads are scans. */
  readonly db: Database;
  readonly now: () => number;
}

/** Counts the conversations and messages of a workspace by day. Throws `workspace_not_found`. */
export async function readStatistics(
  { db, now }: StatisticsNeeds,
  actor: Principal,
  query: StatisticsQuery,
): Promise<Statistics> {
  const workspace = demandReadable(actor, query.workspaceId);
  const today = Math.floor(now() / day) * day;
  const which = await store.countable(db, workspace);
  const days: Statistics['days'] = [];
  for (let ago = query.days - 1; ago >= 0; ago -= 1) {
    const from = today - ago * day;
    const counts = await countDay(db, workspace, { agent: query.agentId, from, until: from + day, which });
    days.push({ date: new Date(from).toISOString().slice(0, 10), ...counts });
  }
  return { days, total: days.reduce(add, nothing) };
}

type Counts = Statistics['total'];

const nothing: Counts = {
  conversations: 0,
  messages: { user: 0, assistant: 0, human: 0 },
  feedback: { positive: 0, negative: 0 },
  failed: 0,
};

/** Counts a day slice by slice. */
async function countDay(
  db: Database,
  workspace: string,
  span: Parameters<typeof store.countMessages>[2],
): Promise<Counts> {
  let counts = { ...nothing, conversations: await store.countConversations(db, workspace, span) };
  let from = span.from;
  while (from < span.until) {
    const until = await endOfSlice(db, workspace, { from, until: span.until });
    counts = add(counts, { conversations: 0, ...(await store.countMessages(db, workspace, { ...span, from, until })) });
    from = until;
  }
  return counts;
}

async function endOfSlice(db: Database, workspace: string, { from, until }: { from: number; until: number }) {
  const next = await store.findMessageAfter(db, workspace, { from, until, rows: sliceRows });
  // If one millisecond has more messages than a slice holds, they are counted together.
  return next === undefined ? until : Math.max(next, from + 1);
}

const add = (one: Counts, other: Counts): Counts => ({
  conversations: one.conversations + other.conversations,
  messages: {
    user: one.messages.user + other.messages.user,
    assistant: one.messages.assistant + other.messages.assistant,
    human: one.messages.human + other.messages.human,
  },
  feedback: {
    positive: one.feedback.positive + other.feedback.positive,
    negative: one.feedback.negative + other.feedback.negative,
  },
  failed: one.failed + other.failed,
});
