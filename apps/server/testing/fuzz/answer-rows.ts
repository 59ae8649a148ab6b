import { createHash, randomUUID } from 'node:crypto';
import type { Cast } from './cast.ts';
import type { Row } from './row.ts';

const quote = 'Parcels take two to four days.';
const claim = {
  ...{ source: 'src_1', document: 'doc_1', start: 0, end: quote.length, quote },
  quoteHash: createHash('sha256').update(quote).digest('hex'),
};

/** Calls of the operations on unanswered questions and citations with which a valid request succeeds. */
export async function answerRows({ service, owner, made }: Cast): Promise<Record<string, Row>> {
  const { key: headers, workspace: workspaceId } = owner;
  const { post } = made;
  const sourceId = String((await post('/api/knowledge-sources', { type: 'qa', name: 'Pairs', workspaceId }))['_id']);
  const draft = { name: 'Grounded', model: 'builtin/echo', answerMode: 'grounded', knowledgeSources: [sourceId] };
  const agent = String((await post('/api/agents', draft))['_id']);
  /** Each is answered or dismissed once. */
  const question = async () => {
    const { reply } = await post(`/api/agents/${agent}/chat`, { content: `Where is ${randomUUID()}?` });
    const { db } = service;
    const asked = db.query.selectFrom('unanswered_questions').select('id');
    const [found] = await db.read(asked.where('message_id', '=', (reply as { _id: string })._id));
    return { id: agent, questionId: found?.id ?? '' };
  };
  return {
    listUnansweredQuestions: { target: () => ({ headers, params: { id: agent } }) },
    answerUnansweredQuestion: {
      target: async (body) => ({ headers, params: await question(), body: 'sourceId' in body ? { sourceId } : {} }),
      // A source has 1,000 pairs at most.
      atMost: 500,
    },
    dismissUnansweredQuestion: { target: async () => ({ headers, params: await question() }) },
    verifyCitations: { target: () => ({ headers, body: { citations: [claim] } }) },
  };
}
