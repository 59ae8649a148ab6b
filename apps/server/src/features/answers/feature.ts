import type { Retrieval } from '../../retrieval/retrieval.ts';
import { createFindPassages } from './find-passages.ts';
import { createQuestionLog } from './question-log.ts';
import { answerEndpoints } from './routes.ts';
import { createUnanswered, questionRetention, type UnansweredNeeds } from './unanswered.ts';
import { createVerify } from './verify.ts';

/** Dependencies of answers. */
export interface AnswersNeeds extends UnansweredNeeds {
  readonly retrieval: Retrieval;
  newId(kind: 'question'): string;
  /** Returns the statement that hands a conversation over to people because of a rule of its agent. */
  handOver: Parameters<typeof createQuestionLog>[0]['handOver'];
}

/** Serves grounded replies: it gathers and keeps passages, lists unanswered questions, and checks citations. */
export function answersFeature(needs: AnswersNeeds) {
  const { db } = needs;
  return {
    endpoints: answerEndpoints({ unanswered: createUnanswered(needs), verify: createVerify(needs) }),
    jobs: [questionRetention(db)],
    /** Functions of knowledge that a turn uses. */
    aids: {
      gather: createFindPassages(needs),
      mayGather: (agent: { readonly hasSources: boolean }) => agent.hasSources,
      onEnded: createQuestionLog(needs),
    },
  };
}
