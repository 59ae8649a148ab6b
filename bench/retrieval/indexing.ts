import { fork } from 'node:child_process';
import { once } from 'node:events';
import { find } from '../../apps/server/src/features/agents/store.ts';
import type { BuiltSegment } from '../../apps/server/src/retrieval/index/segment.ts';
import { statement } from '../../apps/server/src/storage/unit.ts';
import { addSegment } from '../../apps/server/testing/fixtures/knowledge.ts';
import { percentile } from '../shared/load.ts';
import { fine, table, whole } from '../shared/report.ts';
import type { Place } from './installed.ts';
import { naturalTexts } from './natural-texts.ts';

/** Max chunks that are indexed, and how many a segment has. */
const mostChunks = 20_000;
const perSegment = 4_096;

/** Reads of an agent a second beside the indexing. */
const rate = 200;

/** Reads an agent at a rate until the work ends; each time counts from when the read was due. */
async function beside({ db, workspace, agent }: Place, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const began = performance.now();
  let isDone = false;
  const reading = (async () => {
    for (let sent = 0; !isDone; sent += 1) {
      const due = began + (sent / rate) * 1_000;
      while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
      await find(db, [workspace], agent);
      times.push(performance.now() - due);
    }
  })();
  await work();
  isDone = true;
  await reading;
  return times.sort((a, b) => a - b);
}

/**
 * The rate of indexing on the embedded database: a process builds segments, this one stores chunks and segments. Beside
 * it, an agent is read through the same event loop; the control is the same reads alone.
 */
export async function indexing(place: Place, most: number): Promise<{ text: string; rate: number; p99: number }> {
  const { db, workspace, source } = place;
  const chunks = Math.min(most, mostChunks);
  const texts = await naturalTexts();
  const all = Array.from({ length: chunks }, (_, number) => ({
    number,
    text: texts.next(),
    headings: [],
    title: 'T',
  }));
  const builder = fork('bench/controls/segments.mjs');
  const document = {
    ...{ id: 'doc_bench', workspace_id: workspace, source_id: source, key: '', position: 0, title: 'T' },
    ...{ status: 'ready', hash: '', bytes: 0, chunk_count: chunks, since: 1, created_at: 1 },
  };
  await db.write([statement(db.query.insertInto('knowledge_documents').values(document as never))]);
  const build = async (part: typeof all) => {
    builder.send(part);
    const [built] = (await once(builder, 'message')) as [BuiltSegment];
    return built;
  };
  await build(all.slice(0, perSegment));
  const alone = await beside(place, () => new Promise((resolve) => setTimeout(resolve, 5_000)));
  const began = performance.now();
  let storing: Promise<unknown> = Promise.resolve();
  const during = await beside(place, async () => {
    for (let from = 0; from < chunks; from += perSegment) {
      const part = all.slice(from, from + perSegment);
      const [built] = await Promise.all([build(part), storing]);
      storing = store(place, part, built);
    }
    await storing;
  });
  const perSecond = (chunks / (performance.now() - began)) * 1_000;
  builder.disconnect();
  const row = (name: string, times: number[]) => [name, ...[0.5, 0.99, 1].map((at) => fine(percentile(times, at)))];
  const reads = table(
    ['reads of an agent', 'p50, ms', 'p99, ms', 'longest, ms'],
    [row('alone (control)', alone), row('beside indexing', during)],
  );
  return {
    text: `${whole(perSecond)} chunks indexed a second\n\n${reads}`,
    rate: perSecond,
    p99: percentile(during, 0.99),
  };
}

/** Stores the chunks of a segment, and then the segment. */
async function store(
  { db, workspace, source }: Place,
  part: readonly { number: number; text: string }[],
  built: BuiltSegment,
) {
  for (let from = 0; from < part.length; from += 200) {
    const rows = part.slice(from, from + 200).map(({ number, text }) => ({
      ...{ source_id: source, number, workspace_id: workspace, document_id: 'doc_bench', text, headings: '[]' },
      ...{ page: null, start_at: 0, end_at: text.length, hash: '' },
    }));
    await db.write([statement(db.query.insertInto('knowledge_chunks').values(rows as never))]);
  }
  await addSegment(db, { workspace, source, version: 1 }, built);
}
