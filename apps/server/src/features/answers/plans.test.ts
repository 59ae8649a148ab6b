// @module-tag sql
import { describe, expect, test } from 'vitest';
import { analyze, insertNumbered } from '../../../testing/conversations/many-rows.ts';
import { engines } from '../../../testing/databases/engines.ts';
import { manyDocumentRows } from '../../../testing/fixtures/knowledge-rows.ts';
import { makeSource, row } from '../../../testing/fixtures/people.ts';
import { service } from '../../../testing/harness.ts';
import { pagesRead, planOf, recording } from '../../../testing/plans/pages-read.ts';
import { newId } from '../../ids.ts';
import type { Database } from '../../storage/database.ts';
import { statement } from '../../storage/unit.ts';
import * as unanswered from './unanswered-store.ts';
import * as verify from './verify-store.ts';

/** Enough rows that reading them all is never the cheaper plan, and the few that are asked for. */
const rows = 20_000;
const few = 20;
const since = 1_000_000;

describe.each(engines)('the queries of answers, on %s', (engine) => {
  const parley = service(engine);

  /** The plans of what a function reads, after a check that none reads all rows of a table. */
  async function plansOf(tables: RegExp, work: (db: Database) => Promise<unknown>) {
    const { db, queries } = recording(parley.db);
    await work(db);
    const plans = await Promise.all(queries.map((query) => planOf(parley.db, query)));
    const whole = plans
      .join('\n')
      .split('\n')
      .filter((line) => /Seq Scan|\bSCAN\b/.test(line) && tables.test(line));
    expect(whole, plans.join('\n\n')).toEqual([]);
    return {
      plans: plans.join('\n'),
      pages: Math.max(...(await Promise.all(queries.map((query) => pagesRead(parley.db, query))))),
    };
  }

  test('open questions of the last 30 days: read by agent and time, whatever there is besides', async () => {
    const { db } = parley;
    const { workspace, client } = await parley.person();
    const { _id: agent } = await (await client()).agents.create({ name: 'Asked', model: 'builtin/echo' });
    const { message, conversation } = await (await client()).agents.chat(agent, { content: 'Hello' });
    const columns = 'id, message_id, workspace_id, agent_id, conversation_id, question, question_key, created_at';
    // A few of the agent's are new, a tenth are old, and all others are other agents', half of them new.
    await insertNumbered(
      db,
      rows,
      `insert into unanswered_questions (${columns})
      select 'question_' || i, '${message._id}', '${workspace}', case when i % 10 = 0 or i <= ${few} then '${agent}' else 'agent_' || (i % 7) end,
        '${conversation._id}', 'Why?', 'key_' || i, case when i <= ${few} or (i % 10 > 0 and i % 2 = 0) then ${since} + i else i end from n`,
    );
    await analyze(db, 'unanswered_questions');
    const { plans, pages } = await plansOf(/unanswered_questions/, (watched) =>
      unanswered.list(watched, workspace, {
        agent,
        since,
        query: { sort: '-lastAskedAt', limit: 10, includeTotal: false },
      }),
    );
    expect(plans).toContain('unanswered_questions_by_agent');
    // All rows take hundreds of pages.
    expect(pages).toBeLessThan(200);
  });

  test('a citation: its document by key, its chunks by document', async () => {
    const { db } = parley;
    const { workspace } = await parley.person();
    const source = await makeSource(parley, workspace);
    const document = newId('document');
    await db.write([
      row(db, 'knowledge_documents', {
        ...{
          id: document,
          source_id: source,
          workspace_id: workspace,
          key: 'text',
          position: 0,
          url: null,
          title: 'Help',
        },
        ...{ status: 'ready', problem: null, hash: '', etag: null, last_modified: null, bytes: 1, chunk_count: rows },
        ...{ since: 1, until: null, created_at: 1 },
      }),
    ]);
    await manyDocumentRows(db, { workspace, source, rows });
    const chunks = db.query.updateTable('knowledge_chunks').where('source_id', '=', source);
    await db.write([statement(chunks.set({ document_id: document }).where('number', '<=', few))]);
    await analyze(db, 'knowledge_documents', 'knowledge_chunks');
    const wanted = { workspace, source, version: 1, document, key: 'text' };
    const found = await plansOf(/knowledge_/, (watched) => verify.findDocument(watched, wanted));
    const gone = await plansOf(/knowledge_/, (watched) =>
      verify.findDocument(watched, { ...wanted, document: 'doc_none' }),
    );
    const between = await plansOf(/knowledge_/, (watched) =>
      verify.chunksAt(watched, { workspace, document, start: 100, end: 120 }),
    );
    expect(between.plans).toContain('knowledge_chunks_by_document');
    for (const { pages } of [found, gone, between]) expect(pages).toBeLessThan(200);
  });
});
