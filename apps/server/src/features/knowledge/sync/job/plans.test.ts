// @module-tag sql
import { describe, expect, test } from 'vitest';
import { analyze } from '../../../../../testing/conversations/many-rows.ts';
import { engines } from '../../../../../testing/databases/engines.ts';
import { manyDocumentRows } from '../../../../../testing/fixtures/knowledge-rows.ts';
import { makeSource } from '../../../../../testing/fixtures/people.ts';
import { service } from '../../../../../testing/harness.ts';
import { planOf } from '../../../../../testing/plans/pages-read.ts';
import { statement } from '../../../../storage/unit.ts';
import { swap } from './swap-store.ts';

/** Enough rows that reading them all is never the cheaper plan. */
const rows = 20_000;

describe.each(engines)('the statements of a swap, on %s', (engine) => {
  const parley = service(engine);

  test.each([
    ['nothing is switched off', 0],
    ['a few chunks are switched off', 20],
  ])('find their rows by indexes if %s', async (_what, off) => {
    const { db } = parley;
    const { workspace } = await parley.person();
    const source = await makeSource(parley, workspace);
    await manyDocumentRows(db, { workspace, source, rows });
    const chunks = db.query.updateTable('knowledge_chunks').where('source_id', '=', source);
    await db.write([statement(chunks.set({ enabled: 0 }).where('number', '<=', off))]);
    await analyze(db, 'knowledge_documents', 'knowledge_chunks');
    const totals = { documents: 1, chunks: 1, bytes: 1, hash: '' };
    const given = { source, version: 2, totals, now: 1, requests: 1, warnings: '[]', builtOf: '{}' };
    const plans = await Promise.all(swap(db, workspace, given, () => new Error()).map((one) => planOf(db, one)));
    const lines = plans.flatMap((plan) => plan.split('\n'));
    // The few sources are read whole, as they are fewer than an index has levels.
    const whole = lines.filter((line) => /Seq Scan|\bSCAN\b/.test(line) && !line.includes('knowledge_sources'));
    expect(whole, plans.join('\n\n')).toEqual([]);
    expect(plans[0]).toMatch(/knowledge_chunks_by_document/);
    // Of the ended documents, only those of the source.
    if (engine === 'postgres') expect(plans[0]).toMatch(/Index Cond: \(\(source_id = [^)]+\) AND \(until = /);
  });
});
