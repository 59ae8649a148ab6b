import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import { type Statement, statement } from '../../storage/unit.ts';

/** Questions kept of each source: what a new version of it is tried with. */
const keptQuestions = 50;

/** A question whose reply cites a source. */
interface Question {
  readonly message: string;
  readonly source: string;
  readonly agent: string;
  readonly question: string;
  /** The cited passages as a JSON array. */
  readonly cited: string;
  readonly now: number;
}

const insert = prepared((db, args: Question & { readonly workspace: string }) =>
  db.query
    .insertInto('knowledge_questions')
    .columns(['message_id', 'source_id', 'workspace_id', 'agent_id', 'question', 'cited', 'created_at'])
    .expression(
      db.query
        .selectFrom('knowledge_sources')
        .where('id', '=', args.source)
        .where('workspace_id', '=', args.workspace)
        .where('deleted_at', 'is', null)
        .select((of) => [
          sql<string>`cast(${args.message} as text)`.as('message_id'),
          of.ref('id').as('source_id'),
          of.ref('workspace_id').as('workspace_id'),
          sql<string>`cast(${args.agent} as text)`.as('agent_id'),
          sql<string>`cast(${args.question} as text)`.as('question'),
          sql<string>`cast(${args.cited} as text)`.as('cited'),
          sql<number>`cast(${args.now} as bigint)`.as('created_at'),
        ]),
    ),
);

const prune = prepared((db, { source, workspace }: { readonly source: string; readonly workspace: string }) => {
  const last = db.query
    .selectFrom('knowledge_questions as kept')
    .select(['kept.created_at', 'kept.message_id'])
    .where('kept.source_id', '=', source)
    .orderBy('kept.created_at', 'desc')
    .orderBy('kept.message_id', 'desc')
    .limit(1)
    .offset(sql.lit(keptQuestions));
  return db.query
    .deleteFrom('knowledge_questions')
    .where('source_id', '=', source)
    .where('workspace_id', '=', workspace)
    .where(sql<boolean>`(created_at, message_id) <= ${last}`);
});

/** Keeps a question of a source, unless that is deleted, and forgets those beyond the newest 50. */
export const add = (db: Database, workspace: string, question: Question): Statement[] => [
  statement(insert(db, { ...question, workspace })),
  statement(prune(db, { source: question.source, workspace })),
];
