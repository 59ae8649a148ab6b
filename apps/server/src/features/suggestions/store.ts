import { sql } from 'kysely';
import type { Belongings } from '../../storage/belongings.ts';
import type { Database } from '../../storage/database.ts';
import { portion } from '../../storage/portion.ts';
import { type Statement, statement } from '../../storage/unit.ts';

/** The cost of a suggestion of an agent, on a day of UTC (days since 1970). */
export interface Cost {
  readonly agent: string;
  readonly day: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Adds a suggestion to the counts of its day. A workspace that was deleted meanwhile counts nothing. */
export const count = (db: Database, workspace: string, { agent, day, inputTokens, outputTokens }: Cost): Statement => {
  const long = (value: number) => sql<number>`cast(${value} as bigint)`;
  const row = db.query
    .selectFrom('workspaces')
    .select([
      ...(['id'] as const),
      sql<string>`cast(${agent} as text)`.as('agent_id'),
      long(day).as('day'),
      long(1).as('suggestions'),
      long(inputTokens).as('input_tokens'),
      long(outputTokens).as('output_tokens'),
    ])
    .where('id', '=', workspace)
    .where('deleted_at', 'is', null);
  return statement(
    db.query
      .insertInto('suggestion_days')
      .columns(['workspace_id', 'agent_id', 'day', 'suggestions', 'input_tokens', 'output_tokens'])
      .expression(row)
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'day', 'agent_id']).doUpdateSet((of) => ({
          suggestions: of('suggestion_days.suggestions', '+', of.ref('excluded.suggestions')),
          input_tokens: of('suggestion_days.input_tokens', '+', of.ref('excluded.input_tokens')),
          output_tokens: of('suggestion_days.output_tokens', '+', of.ref('excluded.output_tokens')),
        })),
      ),
  );
};

/** The counts of a workspace, for its deletion. */
export const belongingsOf = (db: Database): Belongings => ({
  next: async (workspace) => {
    const counts = db.query.selectFrom('suggestion_days').select('day').where('workspace_id', '=', workspace);
    const days = (await db.read(counts.orderBy('day').limit(portion.rows))).map(({ day }) => Number(day));
    const last = days.at(-1);
    if (last === undefined) return undefined;
    const rest = db.query.deleteFrom('suggestion_days').where('workspace_id', '=', workspace);
    return { statements: [statement(rest.where('day', '<=', last))] };
  },
});
