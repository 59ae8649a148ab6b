import { lineOf, type Principal, reachFor } from '../../access/actor.ts';
import { workspaceMissing } from '../../access/workspace-for.ts';
import type { Database } from '../../storage/database.ts';
import type { AwaitedAnswer } from '../../storage/scans/scan-queue.ts';
import { withScans } from '../../storage/scans/with-scans.ts';
import { dateOf, intervalsOf, rangeOf } from './range.ts';
import { answersByChannel, answersByPerson } from './satisfaction-store.ts';
import type { Statistics, StatisticsQuery } from './schema.ts';
import * as store from './store.ts';
import { createTally, type Given, shareOf, type Tally } from './tally.ts';

const day = 24 * 60 * 60 * 1000;

/** Max messages that one query counts: other accounts' scans can run in between. */
const sliceRows = 5_000;

/** Dependencies of statistics. */
export interface StatisticsNeeds {
  /** Its reads are scans. */
  readonly db: Database;
  readonly now: () => number;
}

/**
 * Counts the conversations and messages of a workspace by day, week or month, and those of the days before. Throws
 * `workspace_not_found`, or `validation_failed` for days that can't be counted.
 */
export async function readStatistics(
  { db, now }: StatisticsNeeds,
  actor: Principal,
  query: StatisticsQuery,
): Promise<Statistics> {
  const { workspaceId: workspace } = query;
  if (reachFor(actor, 'conversations:read', workspace).length === 0) throw workspaceMissing();
  const time = now();
  const range = rangeOf(query, time);
  const [from, until, length] = [range.first * day, (range.first + range.length) * day, range.length * day];
  const intervals = intervalsOf(range).map((first) => ({ first, tally: createTally() }));
  const [total, previous, playground, trialsBefore] = [createTally(), createTally(), createTally(), createTally()];
  const span = { agent: query.agentId, which: await store.countable(db, workspace) };
  const source = { db, workspace };
  // One entry a day, because the users of each day look theirs up.
  const talliesByDay = intervals.flatMap(({ first, tally }, index) => {
    const next = intervals[index + 1]?.first ?? range.first + range.length;
    return Array<Tally[]>(next - first).fill([total, tally]);
  });
  const talliesOf = (of: number) => talliesByDay[of - range.first] ?? [total];
  await count(source, { ...span, from, until }, { talliesOf, trials: playground });
  await count(
    source,
    { ...span, from: from - length, until: Math.min(until, time) - length },
    { talliesOf: () => [previous], trials: trialsBefore },
  );
  const { users: _users, latencyMs: _latency, satisfaction: _satisfaction, ...trials } = playground.figures();
  const days = { from: range.first, until: range.first + range.length, agent: query.agentId };
  const suggestions = await store.countSuggestions(db, workspace, days);
  const satisfactionBy = await readSatisfactionBy(source, { ...span, from, until });
  return {
    ...{ from: dateOf(range.first), to: dateOf(range.first + range.length - 1), interval: range.interval },
    days: intervals.map(({ first, tally }) => ({ date: dateOf(first), ...tally.figures() })),
    ...{ total: total.figures(), previous: previous.figures(), playground: trials },
    ...{ satisfactionBy, suggestions },
  };
}

export type StatisticsService = ReturnType<typeof createStatistics>;

/** Statistics: count. */
export const createStatistics = ({ db, now }: StatisticsNeeds) => ({
  /** Counts conversations and messages by day. Refuses visitors and channels, which can't read all of them. */
  read: (actor: Principal, query: StatisticsQuery, awaited?: AwaitedAnswer): Promise<Statistics> => {
    const scan = { account: lineOf(actor), awaited, narrow: 'Ask for fewer days.' };
    return readStatistics({ db: withScans(db, scan), now }, actor, query);
  },
});

/** Reads the answers of visitors by channel and by person. */
async function readSatisfactionBy(
  { db, workspace }: Source,
  span: store.Counted,
): Promise<Statistics['satisfactionBy']> {
  const channels = await answersByChannel(db, workspace, span);
  const people = await answersByPerson(db, workspace, span);
  const shares = <Row extends { readonly given: Given }>(rows: readonly Row[]) =>
    rows.map(({ given, ...row }) => ({ ...row, ...shareOf(given) }));
  return { channels: shares(channels), people: shares(people) };
}

interface Source {
  readonly db: Database;
  readonly workspace: string;
}

interface Target {
  readonly talliesOf: (day: number) => readonly Tally[];
  /** Takes trials of the playground, which the tallies of the day leave out. */
  readonly trials: Tally;
}

/** Counts a span into tallies, slice by slice. */
async function count(source: Source, span: store.Counted, target: Target): Promise<void> {
  // Few conversations have an answer, so they are one slice.
  for (const { day, ...answers } of await store.countAnswers(source.db, source.workspace, span)) {
    for (const tally of target.talliesOf(day)) tally.answers(answers);
  }
  let { from } = span;
  while (from < span.until) {
    const until = await endOfSlice(source.db, source.workspace, { from, until: span.until });
    await countSlice(source, { ...span, from, until }, target);
    from = until;
  }
}

async function countSlice({ db, workspace }: Source, slice: store.Counted, { talliesOf, trials }: Target) {
  const into = (row: { readonly day: number; readonly isTrial: boolean }) =>
    row.isTrial ? [trials] : talliesOf(row.day);
  for (const row of await store.countConversations(db, workspace, slice)) {
    for (const tally of into(row)) tally.conversations(row.conversations);
  }
  for (const group of await store.countMessages(db, workspace, slice)) {
    for (const tally of into(group)) tally.messages(group);
  }
  for (const { day, user } of await store.findUsers(db, workspace, slice)) {
    for (const tally of talliesOf(day)) tally.user(user);
  }
}

async function endOfSlice(db: Database, workspace: string, { from, until }: { from: number; until: number }) {
  const next = await store.findMessageAfter(db, workspace, { from, until, rows: sliceRows });
  // If one millisecond has more messages than a slice holds, they are counted together.
  return next === undefined ? until : Math.max(next, from + 1);
}
