import { createHash } from 'node:crypto';
import { allowed, found, within } from './checks.ts';
import { path, type Row } from './row.ts';

const oneQuestion: Pick<Row, 'slots' | 'checks'> = {
  slots: { id: path('agent'), questionId: path('question') },
  checks: [
    ...[found('id', 'agent_not_found'), allowed('id', 'agents:write')],
    within('questionId', 'id', { status: 404, code: 'question_not_found' }),
  ],
};

const quote = 'Parcels take two to four days.';
const claim = {
  ...{ source: 'src_1', document: 'doc_1', start: 0, end: quote.length, quote },
  quoteHash: createHash('sha256').update(quote).digest('hex'),
};

/** Calls of the operations on unanswered questions and citations, and their permissions. */
export const answerRows: Readonly<Record<string, Row>> = {
  listUnansweredQuestions: {
    needs: 'conversations:read',
    status: 200,
    slots: { id: path('agent') },
    checks: [found('id', 'agent_not_found'), allowed('id', 'conversations:read')],
  },
  answerUnansweredQuestion: {
    needs: 'agents:write',
    status: 200,
    slots: { ...oneQuestion.slots, sourceId: { in: 'body', kind: 'qaSource', optional: true } },
    body: () => ({ answer: 'Yes.' }),
    // A source is refused wherever it is: that of a row was just created, so the agent doesn't have it.
    checks: [...(oneQuestion.checks ?? []), within('sourceId', 'none', { status: 400, code: 'validation_failed' })],
  },
  dismissUnansweredQuestion: { needs: 'agents:write', status: 200, ...oneQuestion },
  // A source out of reach is one of the outcomes, as if it were deleted.
  verifyCitations: { needs: 'agents:read', status: 200, body: () => ({ citations: [claim] }) },
};
