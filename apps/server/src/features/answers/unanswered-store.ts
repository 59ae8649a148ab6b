import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { portion } from '../../storage/portion.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import { readSorted } from '../../storage/sql/sorted.ts';
import { one, type Statement, statement } from '../../storage/unit.ts';
import type { UnansweredQuery, UnansweredQuestion } from './schema.ts';

/** A question that was not answered. */
interface Unanswered {
  readonly id: string;
  /** The reply that says so. */
  readonly message: string;
  readonly agent: string;
  readonly conversation: string;
  readonly question: string;
  /** The same for a repeated question. */
  readonly key: string;
  /** 1 if it is kept even if the agent has no source. */
  readonly isKeptWithoutSources: number;
  readonly now: number;
}

const insert = prepared((db, args: Unanswered & { readonly workspace: string }) => {
  // The table of another feature: whether the agent has sources is only a condition here.
  const sources = db.query
    .selectFrom('agent_sources')
    .select('agent_id')
    .where('agent_id', '=', args.agent)
    .where('workspace_id', '=', args.workspace);
  const values = db.query
    .selectNoFrom([
      sql<string>`cast(${args.id} as text)`.as('id'),
      sql<string>`cast(${args.message} as text)`.as('message_id'),
      sql<string>`cast(${args.workspace} as text)`.as('workspace_id'),
      sql<string>`cast(${args.agent} as text)`.as('agent_id'),
      sql<string>`cast(${args.conversation} as text)`.as('conversation_id'),
      sql<string>`cast(${args.question} as text)`.as('question'),
      sql<string>`cast(${args.key} as text)`.as('question_key'),
      sql<number>`cast(${args.now} as bigint)`.as('created_at'),
    ])
    .where(sql<boolean>`(cast(${args.isKeptWithoutSources} as bigint) = 1 or exists ${sources})`);
  const columns = ['id', 'message_id', 'workspace_id', 'agent_id', 'conversation_id'] as const;
  return db.query
    .insertInto('unanswered_questions')
    .columns([...columns, 'question', 'question_key', 'created_at'])
    .expression(values);
});

/** Keeps a question that was not answered. */
export const add = (db: Database, workspace: string, question: Unanswered): Statement =>
  statement(insert(db, { ...question, workspace }));

/** A long conversation that is deleted belongs to a hidden agent until its rows are gone. */
const isInItsConversation = sql<boolean>`exists (select 1 from conversations as its
  where its.id = unanswered_questions.conversation_id and its.agent_id = unanswered_questions.agent_id)`;

interface OfAgent {
  readonly agent: string;
}

/** The open questions of an agent since a time, in groups of the same question. */
const groups = (db: Database, workspace: string, { agent, since }: OfAgent & { readonly since: number }) =>
  db.query
    .selectFrom('unanswered_questions')
    .select([
      sql<string>`max(unanswered_questions.id)`.as('last'),
      sql<number>`max(unanswered_questions.created_at)`.as('asked_at'),
      sql<number>`count(*)`.as('asked'),
    ])
    .where('agent_id', '=', agent)
    .where('workspace_id', '=', workspace)
    .where('settled_at', 'is', null)
    .where('created_at', '>=', since)
    .where(isInItsConversation)
    .groupBy('question_key');

interface GroupRow {
  readonly id: string;
  readonly agent: string;
  readonly conversation: string;
  readonly message: string;
  readonly question: string;
  readonly asked: number | bigint | string;
  readonly asked_at: number | bigint | string;
}

/** Reads a page of an agent's open questions as JSON text. The reads are scans: nothing bounds how many there are. */
export const list = (
  db: Database,
  workspace: string,
  { query, ...of }: OfAgent & { readonly since: number; readonly query: UnansweredQuery },
): Promise<string> => {
  const rows = db.query
    .selectFrom('unanswered_questions')
    .innerJoin(groups(db, workspace, of).as('grouped'), 'grouped.last', 'unanswered_questions.id')
    .select([
      'unanswered_questions.id as id',
      'unanswered_questions.agent_id as agent',
      'unanswered_questions.conversation_id as conversation',
      'unanswered_questions.message_id as message',
      'unanswered_questions.question as question',
      'grouped.asked as asked',
      'grouped.asked_at as asked_at',
    ]);
  const integers = { lastAskedAt: 'grouped.asked_at', count: 'grouped.asked' };
  return readSorted(db, rows as unknown as Parameters<typeof readSorted<'unanswered_questions', GroupRow>>[1], {
    ...{ query, sorts: { id: 'unanswered_questions.id', integers } },
    toJson: ({ id, asked, asked_at: askedAt, ...row }: GroupRow): UnansweredQuestion => ({
      ...{ _id: id, agent: row.agent, question: row.question, count: Number(asked) },
      ...{ lastAskedAt: new Date(Number(askedAt)).toISOString(), conversation: row.conversation, message: row.message },
    }),
  });
};

const findOpen = prepared((db, args: { workspace: string; agent: string; id: string }) =>
  db.query
    .selectFrom('unanswered_questions')
    .select(['question', 'question_key as key'])
    .where('id', '=', args.id)
    .where('agent_id', '=', args.agent)
    .where('workspace_id', '=', args.workspace)
    .where('settled_at', 'is', null)
    .where(isInItsConversation),
);

/** Finds an open question of an agent. */
export async function find(db: Database, workspace: string, of: OfAgent & { readonly id: string }) {
  const [found] = await db.read(findOpen(db, { workspace, agent: of.agent, id: of.id }));
  return found;
}

/** A question to settle, and the pair that answers it; null if it is dismissed. */
interface Settling extends OfAgent {
  readonly id: string;
  readonly key: string;
  readonly pair: string | null;
  readonly now: number;
}

const settle = prepared((db, args: Settling & { readonly workspace: string }, which: 'one' | 'same') => {
  const open = db.query
    .updateTable('unanswered_questions')
    .set({ settled_at: args.now, pair_id: args.pair })
    .where('workspace_id', '=', args.workspace)
    .where('agent_id', '=', args.agent)
    .where('settled_at', 'is', null);
  return which === 'one' ? open.where('id', '=', args.id) : open.where('question_key', '=', args.key);
});

/** Settles a question and all that ask the same; throws `orElse` if it has been settled meanwhile. */
export const settleAll = (
  db: Database,
  workspace: string,
  settling: Settling,
  orElse: () => Error,
): readonly Statement[] => {
  const args = { ...settling, workspace };
  return [one(settle(db, args, 'one'), orElse), statement(settle(db, args, 'same'))];
};

/** Finds the `qa` sources of an agent, in its order: the ID of the one, or of the first. */
export async function findQaSource(
  db: Database,
  workspace: string,
  { agent, source }: OfAgent & { readonly source: string | undefined },
): Promise<string | undefined> {
  let query = db.query
    .selectFrom('agent_sources')
    // The table of another feature: which of the sources an agent has.
    .innerJoin('knowledge_sources', 'knowledge_sources.id', 'agent_sources.source_id')
    .select('knowledge_sources.id as id')
    .where('agent_sources.agent_id', '=', agent)
    .where('agent_sources.workspace_id', '=', workspace)
    .where('knowledge_sources.type', '=', 'qa')
    .where('knowledge_sources.deleted_at', 'is', null)
    .orderBy('agent_sources.position')
    .limit(1);
  if (source !== undefined) query = query.where('knowledge_sources.id', '=', source);
  const [found] = await db.read(query);
  return found?.id;
}

/** Reads some questions that are older than a time, the oldest first. */
export const olderThan = (db: Database, time: number) =>
  db.read(
    db.query
      .selectFrom('unanswered_questions')
      .select('id')
      .where('created_at', '<', time)
      .orderBy('created_at')
      .limit(portion.rows),
  );

/** Deletes questions. */
export const removeAll = (db: Database, ids: readonly string[]): Statement =>
  statement(db.query.deleteFrom('unanswered_questions').where('id', 'in', ids));
