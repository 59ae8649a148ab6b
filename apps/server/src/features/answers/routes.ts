import { endpoint } from '../../http/endpoint.ts';
import { answering } from '../../http/responses/answering.ts';
import { pageOf } from '../../schemas/lists.ts';
import {
  AgentPath,
  AnsweredQuestion,
  CheckedCitations,
  CitationCheck,
  QuestionPath,
  UnansweredAnswer,
  UnansweredQuery,
  UnansweredQuestion,
} from './schema.ts';
import type { Answered, Unanswered } from './unanswered.ts';
import type { Verify } from './verify.ts';

const tag = 'Knowledge sources';

/** Services that the operations call. */
export interface AnswerServices {
  readonly unanswered: Unanswered;
  readonly verify: Verify;
}

const answered = ({ workspace, ...data }: Answered) => ({
  data,
  right: { permission: 'agents:write', workspace } as const,
});

/** The operations on unanswered questions and on citations. */
export const answerEndpoints = ({ unanswered, verify }: AnswerServices) => [
  endpoint({
    id: 'listUnansweredQuestions',
    client: 'agents.unansweredQuestions.list',
    method: 'GET',
    path: '/api/agents/:id/unanswered-questions',
    access: 'conversations:read',
    tag,
    summary: 'List the questions that an agent could not answer',
    description:
      'Questions of the last 30 days that are neither answered nor dismissed; a repeated question is one item. Those ' +
      'of grounded agents are kept whose reply cites nothing, and those for which `builtin/extract` found nothing.',
    params: AgentPath,
    query: UnansweredQuery,
    data: pageOf(UnansweredQuestion),
    scans: true,
    errors: ['agent_not_found'],
    handle: async (call) => ({
      json: await unanswered.list(call.actor, call.params.id, { query: call.query, awaited: call.awaited }),
    }),
  }),
  endpoint({
    id: 'answerUnansweredQuestion',
    client: 'agents.unansweredQuestions.answer',
    method: 'POST',
    path: '/api/agents/:id/unanswered-questions/:questionId/answer',
    access: 'agents:write',
    tag,
    summary: 'Answer a question that an agent could not answer',
    description:
      'Adds a pair to a `qa` source of the agent, which is created and attached if it has none. The question and all ' +
      'that ask the same leave the list. The agent can use the answer as soon as the source is ready.',
    params: QuestionPath,
    body: UnansweredAnswer,
    data: AnsweredQuestion,
    errors: ['agent_not_found', 'question_not_found', 'quota_exceeded'],
    handle: (call) =>
      answering(call, answered, (along) => {
        const { id: agent, questionId: id } = call.params;
        return unanswered.answer(call.actor, { agent, id }, { draft: call.body, along });
      }),
  }),
  endpoint({
    id: 'dismissUnansweredQuestion',
    client: 'agents.unansweredQuestions.dismiss',
    method: 'DELETE',
    path: '/api/agents/:id/unanswered-questions/:questionId',
    access: 'agents:write',
    tag,
    summary: 'Dismiss a question that an agent could not answer',
    description: 'It leaves the list, with all that ask the same. If it is asked again, it is listed again.',
    params: QuestionPath,
    data: 'message',
    says: 'Question dismissed.',
    errors: ['agent_not_found', 'question_not_found'],
    handle: async (call) => {
      await unanswered.dismiss(call.actor, { agent: call.params.id, id: call.params.questionId });
      return { message: 'Question dismissed.' };
    },
  }),
  endpoint({
    id: 'verifyCitations',
    client: 'citations.verify',
    clientRepeats: true,
    method: 'POST',
    path: '/api/citations/verify',
    access: 'agents:read',
    tag,
    summary: 'Check whether citations still stand',
    description:
      'Compares each quote with the version of its source that serves: it is at its place, elsewhere, or gone. Changes ' +
      'nothing.',
    body: CitationCheck,
    data: CheckedCitations,
    repeatable: false,
    handle: async (call) => ({ data: await verify(call.actor, call.body) }),
  }),
];
