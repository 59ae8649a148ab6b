import { newId } from '../src/ids.ts';
import type { Database } from '../src/storage/database.ts';
import { type Statement, statement } from '../src/storage/unit.ts';

/** A source whose rows are written directly into the database. */
interface OfSource {
  readonly workspace: string;
  readonly source: string;
}

/** A document of a source, and its place. */
interface OneDocument extends OfSource {
  readonly number: number;
  readonly id?: string;
  readonly text?: string;
}

/** The values of a document of version 1, and of its only chunk. */
export function documentValues({
  workspace,
  source,
  number,
  id = newId('document'),
  text = 'Some text.',
}: OneDocument) {
  const [hash, of] = ['0'.repeat(64), { workspace_id: workspace, source_id: source }];
  const document = {
    ...{ ...of, id, key: `text ${number}`, position: number, url: null, title: text, status: 'ready', problem: null },
    ...{ hash, etag: null, last_modified: null, links: null, bytes: text.length, chunk_count: 1 },
    ...{ since: 1, until: null, created_at: Date.now() },
  };
  const chunk = {
    ...{ ...of, number, document_id: id, text, headings: '[]', page: null, hash, enabled: 1 },
    ...{ start_at: 0, end_at: text.length },
  };
  return [document, chunk] as const;
}

/** A document of version 1 with one chunk. */
export function documentRows({ query }: Pick<Database, 'query'>, given: OneDocument): Statement[] {
  const [document, chunk] = documentValues(given);
  return [
    statement(query.insertInto('knowledge_documents').values(document)),
    statement(query.insertInto('knowledge_chunks').values(chunk)),
  ];
}

/** A pair of a source. */
export const pairRow = (
  { query }: Pick<Database, 'query'>,
  { workspace, source, id = newId('pair'), text = 'Why?' }: OfSource & { id?: string; text?: string },
): Statement => {
  const times = { created_at: Date.now(), updated_at: Date.now() };
  const of = { id, workspace_id: workspace, source_id: source };
  return statement(query.insertInto('knowledge_pairs').values({ ...of, question: text, answer: text, ...times }));
};

/** A sync of a source that has ended. */
export const syncRow = ({ query }: Pick<Database, 'query'>, { workspace, source }: OfSource): Statement => {
  const facts = { added: 1, changed: 0, unchanged: 0, removed: 0, skipped: 0, chunks: 1 };
  return statement(
    query.insertInto('knowledge_syncs').values({
      ...{ id: newId('sync'), workspace_id: workspace, source_id: source, version: 1, cause: 'created' },
      ...{ outcome: 'ready', facts: JSON.stringify(facts), error: null, replay: null },
      ...{ created_at: Date.now(), ended_at: Date.now() },
    }),
  );
};

/** A row in every other table of a source: of its index, of its vectors, and of the questions that it has answered. */
export function otherRows(
  { query }: Pick<Database, 'query'>,
  {
    workspace,
    source,
    number,
    message,
    agent,
    conversation,
  }: OfSource & Record<'message' | 'agent' | 'conversation', string> & { number: number },
): Statement[] {
  const of = { workspace_id: workspace, source_id: source };
  // Of now: a server that runs deletes old ones by the clock.
  const asked = {
    ...{ message_id: message, workspace_id: workspace, agent_id: agent, question: 'Why?' },
    created_at: Date.now(),
  };
  const segment = {
    segment: number,
    since: 1,
    first: number,
    chunks: 1,
    slots: 1,
    lengths: '',
    rules: 1,
    state: 'ready',
  };
  return [
    statement(query.insertInto('knowledge_segments').values({ ...of, ...segment })),
    statement(query.insertInto('knowledge_terms').values({ ...of, slot: 0, segment: number, postings: 'x' })),
    statement(
      query.insertInto('knowledge_vectors').values({ ...of, number, model: 'test/model', hash: '', vector: '' }),
    ),
    statement(query.insertInto('knowledge_checkpoints').values({ ...of, version: 1, part: 0, content: '{}' })),
    statement(query.insertInto('knowledge_questions').values({ ...asked, source_id: source, cited: '[]' })),
    statement(
      query.insertInto('unanswered_questions').values({
        ...{
          ...asked,
          id: newId('question'),
          conversation_id: conversation,
          question_key: 'why?',
        },
        ...{ settled_at: null, pair_id: null },
      }),
    ),
  ];
}
