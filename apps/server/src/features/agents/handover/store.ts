import { sql } from 'kysely';
import type { HandoverRules } from '../../../calling/handover-rules.ts';
import { invalid } from '../../../errors.ts';
import { noSuchTeam } from '../../../schemas/team.ts';
import type { Database } from '../../../storage/database.ts';
import { monotonicTime } from '../../../storage/sql/monotonic-time.ts';
import { type Statement, statement } from '../../../storage/unit.ts';
import { hasWord } from '../../../text/phrases.ts';
import type { Agent, AgentDraft } from '../schema.ts';

type Rules = Agent['handover'];

/** The rules of a draft or of changes, with their defaults. The order of their names is that of the stored text. */
export const handoverOf = (draft: NonNullable<AgentDraft['handover']> = {}): Rules => ({
  onFailedReply: draft.onFailedReply ?? false,
  onNegativeRating: draft.onNegativeRating ?? false,
  onUnanswered: draft.onUnanswered ?? false,
  keywords: draft.keywords ?? [],
  when: (draft.when ?? []).map(({ key, value }) => ({ key, value })),
  team: draft.team ?? null,
});

/** The rules of an agent as they are stored. */
export const handoverText = (rules: Rules): string => JSON.stringify(rules);

/** The stored form of rules that are all off, for rows that have null. */
export const noHandover = handoverText(handoverOf());

/** The rules of a stored agent; undefined if all are off. */
export const handoverFrom = (text: string | null): HandoverRules | undefined =>
  text === null || text === noHandover ? undefined : (JSON.parse(text) as HandoverRules);

/** Throws `validation_failed` for a keyword without a word, which no message could have. */
export function checkHandover(rules: AgentDraft['handover']): void {
  const details = (rules?.keywords ?? []).flatMap((keyword, index) =>
    hasWord(keyword) ? [] : [{ path: `handover.keywords.${index}`, message: 'must have a letter or a digit' }],
  );
  if (details.length > 0) throw invalid(details);
}

/** The error of a team that the workspace doesn't have. */
export const teamMissing = () => invalid([{ path: 'handover.team', message: noSuchTeam }]);

/** Removes a team that is deleted from the rules of the agents of its workspace. Put it after the deletion. */
export function forgetTeam(db: Database, workspace: string, { team, now }: { team: string; now: number }): Statement {
  // The stored text is that of `JSON.stringify`: quotes inside other texts are escaped, so this is the field.
  const without = sql<string>`replace(handover, cast(${`"team":${JSON.stringify(team)}`} as text), '"team":null')`;
  return statement(
    db.query
      .updateTable('agents')
      .set((of) => ({
        handover: without,
        version: of('version', '+', 1),
        updated_at: monotonicTime(of.ref('updated_at'), now),
      }))
      .where('workspace_id', '=', workspace)
      .where(sql<boolean>`handover <> ${without}`),
  );
}
