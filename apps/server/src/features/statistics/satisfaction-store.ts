import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { isAlive } from '../../storage/sql/alive.ts';
import { prepared } from '../../storage/sql/prepared.ts';
import { mostListed } from './schema.ts';
import type { Counted } from './store.ts';

type SpanArguments = Omit<Counted, 'which'> & { readonly workspace: string };

const four: RawBuilder<number> = sql`case when satisfaction_score >= 4 then 1 else 0 end`;

/** Answers by the channel or the person of their conversations, those with most answers first. */
function answersBy(
  db: Database,
  column: 'channel_id' | 'satisfaction_user',
  { workspace, agent, from, until, which }: SpanArguments & Pick<Counted, 'which'>,
) {
  const all = db.query
    .selectFrom('conversations')
    .select((of) => [
      of.ref(column).as('id'),
      of.fn.countAll<number>().as('answered'),
      of.fn.sum<number>('satisfaction_score').as('sum'),
      of.fn.sum<number>(four).as('satisfied'),
    ])
    .where('workspace_id', '=', workspace)
    .where('satisfaction_at', '>=', from)
    .where('satisfaction_at', '<', until)
    .where('playground', '=', 0)
    .groupBy(column)
    .orderBy('answered', 'desc')
    .orderBy((of) => of.fn.coalesce(column, of.val('')))
    .limit(mostListed);
  const query = which === 'all' ? all : all.where(isAlive(sql.ref('conversations.agent_id')));
  return agent === undefined ? query : query.where('agent_id', '=', agent);
}

const inOrder = (id: Expression<string | null>) => sql`coalesce(${id}, '')`;

const channelsIn = prepared((db, args: SpanArguments, which: Counted['which']) =>
  db.query
    .selectFrom(answersBy(db, 'channel_id', { ...args, which }).as('answers'))
    .leftJoin('channels', 'channels.id', 'answers.id')
    .select(['answers.id', 'answered', 'sum', 'satisfied', 'channels.name', 'channels.type'])
    .orderBy('answered', 'desc')
    .orderBy((of) => inOrder(of.ref('answers.id'))),
);

const peopleIn = prepared((db, args: SpanArguments, which: Counted['which']) =>
  db.query
    .selectFrom(
      answersBy(db, 'satisfaction_user', { ...args, which })
        .where('satisfaction_user', 'is not', null)
        .as('answers'),
    )
    .leftJoin('users', 'users.id', 'answers.id')
    .select(['answers.id', 'answered', 'sum', 'satisfied', 'users.name'])
    .orderBy('answered', 'desc')
    .orderBy((of) => inOrder(of.ref('answers.id'))),
);

const given = (row: { readonly answered: unknown; readonly sum: unknown; readonly satisfied: unknown }) => ({
  ...{ answered: Number(row.answered), sum: Number(row.sum), satisfied: Number(row.satisfied) },
});

/** Adds up the answers by channel, outside of the playground; the channel is null for conversations without one. */
export async function answersByChannel(db: Database, workspace: string, { which, ...span }: Counted) {
  const rows = await db.read(channelsIn(db, { workspace, ...span }, which));
  return rows.map((row) => ({ channel: row.id, name: row.name, type: row.type, given: given(row) }));
}

/** Adds up the answers by the assignee of the conversation; the name is null for a deleted one. */
export async function answersByPerson(db: Database, workspace: string, { which, ...span }: Counted) {
  const rows = await db.read(peopleIn(db, { workspace, ...span }, which));
  return rows.flatMap((row) => (row.id === null ? [] : [{ user: row.id, name: row.name, given: given(row) }]));
}
