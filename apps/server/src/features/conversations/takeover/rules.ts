import { systemIn } from '../../../access/actor.ts';
import { answeringIn, type FindAgent } from '../../../calling/answering.ts';
import type { HandoverCause, HandoverRules } from '../../../calling/handover-rules.ts';
import { AppError, type ErrorCode } from '../../../errors.ts';
import type { Database } from '../../../storage/database.ts';
import { findConversation } from '../access.ts';
import type { Takeover } from './service.ts';

/** Errors after which nothing is left to hand over. */
const past: ReadonlySet<ErrorCode> = new Set(['conversation_not_found', 'conversation_closed'] as const);

interface RuleNeeds {
  readonly db: Database;
  readonly findAgent: FindAgent;
  readonly takeover: Pick<Takeover, 'handOver'>;
}

/**
 * Creates the function that hands a conversation over because of a rule of its agent. Does nothing if the rule is off by
 * now, the conversation is closed or gone, or people have it.
 */
export const createHandOverByRule =
  ({ db, findAgent, takeover }: RuleNeeds) =>
  async (workspace: string, id: string, { rule, reason }: HandoverCause): Promise<void> => {
    const actor = systemIn(workspace);
    const conversation = await findConversation(db, actor, id);
    const rules = conversation && (await answeringIn(findAgent, conversation))?.handover;
    if (conversation?.status !== 'open' || rules === undefined || isOff(rules, rule)) return;
    const handOver = (team: string | null) => takeover.handOver(actor, id, { reason, ...(team !== null && { team }) });
    try {
      await handOver(rules.team).catch((error: unknown) => {
        // The team was deleted after the rules were read.
        if (!isOf(error, 'validation_failed')) throw error;
        return handOver(null);
      });
    } catch (error) {
      if (!(error instanceof AppError && past.has(error.code))) throw error;
    }
  };

const isOf = (error: unknown, code: ErrorCode): boolean => error instanceof AppError && error.code === code;

/** True if a rule was switched off after its cause. The keywords and values of the cause itself count. */
function isOff(rules: HandoverRules, rule: HandoverCause['rule']): boolean {
  const is = rules[rule];
  return typeof is === 'boolean' ? !is : is.length === 0;
}
