import { expect, vi } from 'vitest';
import { systemWorkspace } from '../../src/storage/jobs/kind.ts';
import type { Service } from '../harness.ts';

/** Runs a scheduled job of a service now, to its end. */
export async function runSweep(
  { db, features: { jobs } }: Pick<Service, 'db' | 'features'>,
  kind: string,
): Promise<void> {
  const found = jobs.find(kind);
  if (found?.schedule === undefined) throw new Error(`There is no schedule of ${kind}.`);
  const { payload } = found.schedule;
  const ended = () => jobs.ended().get(kind);
  const over = () => (ended()?.done ?? 0) + (ended()?.dead ?? 0);
  const before = over();
  await jobs.db.write([jobs.enqueue(systemWorkspace, { kind: found.kind, payload })]);
  const left = db.query.selectFrom('jobs').select('id').where('kind', '=', kind);
  const isOver = async () => {
    expect(await db.read(left)).toEqual([]);
    // It is counted a moment after it is gone.
    expect(over()).toBeGreaterThan(before);
  };
  await vi.waitFor(isOver, { timeout: 30_000 });
}
