import { createHash } from 'node:crypto';
import { type HandoverCause, type HandoverRules, handoverCauses } from '../../calling/handover-rules.ts';
import type { FoundPassage, Passage } from '../../models/model.ts';
import type { Cited } from '../../schemas/cited.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import { isCourtesy } from '../../text/common-words.ts';
import { questionKey } from '../../text/content-words.ts';
import { maxQuestion } from '../../text/question-parts.ts';
import * as questions from './question-store.ts';
import * as unanswered from './unanswered-store.ts';

/** The model that replies only with quotes: whatever the mode, it has no answer without a source. */
const extractor = 'builtin/extract';

/** A turn that has ended, as far as its question is kept. */
export interface AnsweredTurn {
  readonly workspace: string;
  readonly conversation: string;
  readonly agent: { readonly id: string; readonly model: string; readonly answerMode: 'open' | 'grounded' } & {
    readonly handover?: HandoverRules | undefined;
  };
  /** The ID of the reply. */
  readonly reply: string;
  readonly status: 'complete' | 'failed' | 'cancelled';
  readonly question: string;
  /** Passages found for the question. */
  readonly passages: readonly FoundPassage[];
  readonly gatherFailed: boolean;
  readonly citations: readonly Passage[];
  /** In ms since 1970. */
  readonly now: number;
}

/** Dependencies of keeping questions. */
interface QuestionLogNeeds {
  readonly db: Database;
  newId(kind: 'question'): string;
  /** Returns the statement that hands a conversation over to people because of a rule of its agent. */
  handOver(workspace: string, conversation: string, cause: HandoverCause): Statement;
}

/**
 * Creates the function that returns what is kept of a complete reply, for the unit of work that stores its end: the
 * question beside each source that it cites, or else the question as one that the agent could not answer.
 */
export const createQuestionLog =
  ({ db, newId, handOver }: QuestionLogNeeds) =>
  (turn: AnsweredTurn): readonly Statement[] => {
    const { workspace, status, citations, passages, reply: message, agent, conversation, now, gatherFailed } = turn;
    if (status !== 'complete') return [];
    const question = turn.question.slice(0, maxQuestion).toWellFormed();
    const about = { message, agent: agent.id, question, now };
    if (citations.length > 0) {
      return [...bySource(citations, passages)].flatMap(([source, cited]) =>
        questions.add(db, workspace, { ...about, source, cited: JSON.stringify(cited) }),
      );
    }
    const isGrounded = agent.answerMode === 'grounded';
    // A question that can't be searched, or a courtesy, says nothing about the sources.
    if (gatherFailed || isCourtesy(question) || !(isGrounded || agent.model === extractor)) return [];
    const key = keyOf(question);
    const row = { id: newId('question'), ...about, conversation, key };
    const kept = unanswered.add(db, workspace, { ...row, isKeptWithoutSources: isGrounded ? 1 : 0 });
    if (agent.handover?.onUnanswered !== true) return [kept];
    return [kept, handOver(workspace, conversation, handoverCauses.unanswered)];
  };

/** The key by which the same question, asked again, is recognised. */
const keyOf = (question: string): string => createHash('sha256').update(questionKey(question)).digest('hex');

function bySource(citations: readonly Passage[], passages: readonly FoundPassage[]): Map<string, Cited[]> {
  const keys = new Map(passages.map(({ document, documentKey }) => [document, documentKey]));
  const cited = new Map<string, Cited[]>();
  for (const { source, document = '', chunk = null, quoteHash = null, quote } of citations) {
    const of = cited.get(source) ?? [];
    of.push({ documentKey: keys.get(document) ?? null, chunk, quoteHash, quote });
    cited.set(source, of);
  }
  return cited;
}
