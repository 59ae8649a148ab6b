import { beforeAll, describe, expect, test } from 'vitest';
import { manyBytes } from '../../../testing/blobs.ts';
import { collectGarbage } from '../../../testing/collect-garbage.ts';
import { engines } from '../../../testing/engines.ts';
import { service } from '../../../testing/harness.ts';

const mebibyte = 1024 * 1024;
const size = 200 * mebibyte;

/** Max growth of the memory for buffers, while a file of 200 MiB passes through. */
const growth = 48 * mebibyte;

/** Returns how much more memory for buffers there was at most while `work` ran. */
async function peakDuring(work: () => Promise<void>): Promise<number> {
  await collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  }, 5);
  await work().finally(() => clearInterval(timer));
  return Math.max(most, process.memoryUsage().arrayBuffers) - before;
}

describe.each(engines)('the memory of a file of 200 MiB, on %s', (engine) => {
  const parley = service(engine);
  let workspaceId: string;
  beforeAll(async () => {
    workspaceId = (await parley.person()).workspace;
  });

  test('stays small while it is stored and read', { timeout: 300_000 }, async () => {
    const { blobs } = parley.features;
    const peaks: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      let read = 0;
      const peak = await peakDuring(async () => {
        const upload = await blobs.put(manyBytes(size), { maxBytes: size });
        await parley.db.write(blobs.hold(workspaceId, upload));
        const blob = await blobs.read({ workspaceId, hash: upload.hash });
        for await (const chunk of blob?.content ?? []) read += chunk.length;
        await parley.db.write(blobs.release({ workspaceId, hash: upload.hash }));
      });
      expect(read).toBe(size);
      peaks.push(peak);
      if (peak < growth) break;
    }
    await blobs.sweep();
    // The least of several: the collector of garbage has reasons of its own.
    expect(Math.min(...peaks)).toBeLessThan(growth);
  });
});
