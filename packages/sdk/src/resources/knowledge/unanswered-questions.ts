import type { Api } from '../../core/api.ts';
import type { APIPromise } from '../../core/api-promise.ts';
import type { Confirmation } from '../../core/envelope.ts';
import type { PagePromise } from '../../core/page.ts';
import type { RequestOptions } from '../../core/request.ts';
import type {
  AnsweredQuestion,
  UnansweredAnswerParams,
  UnansweredListParams,
  UnansweredQuestion,
  UnansweredRef,
} from '../../types.ts';

/** The methods of `client.agents.unansweredQuestions`. */
export const createUnansweredQuestions = ({ call, list }: Api) => ({
  /** Lists the questions of the last 30 days that an agent could not answer, the last asked first. */
  list: (
    agentId: string,
    query: UnansweredListParams = {},
    options?: RequestOptions,
  ): PagePromise<UnansweredQuestion> =>
    list('GET /api/agents/{id}/unanswered-questions', { params: { id: agentId }, query }, options),

  /**
   * Answers a question, and all that ask the same, by a new pair of a `qa` source. Throws `NotFoundError` if it is
   * answered or dismissed already.
   *
   * @example
   * await client.agents.unansweredQuestions.answer({ agentId, questionId }, { answer: 'Open “My orders”.' });
   */
  answer: (ref: UnansweredRef, body: UnansweredAnswerParams, options?: RequestOptions): APIPromise<AnsweredQuestion> =>
    call('POST /api/agents/{id}/unanswered-questions/{questionId}/answer', { params: path(ref), body }, options),

  /** Dismisses a question, and all that ask the same, until it is asked again. */
  dismiss: (ref: UnansweredRef, options?: RequestOptions): APIPromise<Confirmation> =>
    call('DELETE /api/agents/{id}/unanswered-questions/{questionId}', { params: path(ref) }, options),
});

const path = ({ agentId, questionId }: UnansweredRef) => ({ id: agentId, questionId });
