import { beforeAll, describe, expect, test } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { manyBytes } from '../../../testing/fixtures/blobs.ts';
import { service } from '../../../testing/harness.ts';
import { collectGarbage } from '../../../testing/memory/collect-garbage.ts';
import { isComplete } from '../../../testing/memory/level.ts';

const mebibyte = 1024 * 1024;
/** Twice and more of what may grow, so that a content that is kept shows. */
const size = (isComplete ? 200 : 128) * mebibyte;

/** Max growth of the memory for buffers that are in use, while the file passes through. */
const growth = 48 * mebibyte;

/** Bytes between two looks at the memory. */
const interval = 16 * mebibyte;

/** The looks at one content. */
const looks = Math.floor(size / interval) - Math.floor(size / 2 / interval);

/** Passes a content on and calls `look` at regular places in its second half: what is kept shows there. */
async function* watched(content: AsyncIterable<Uint8Array>, look: () => Promise<void>): AsyncGenerator<Uint8Array> {
  let passed = 0;
  for await (const chunk of content) {
    const next = passed + chunk.length;
    if (passed > size / 2 && Math.floor(passed / interval) !== Math.floor(next / interval)) await look();
    passed = next;
    yield chunk;
  }
}

/** Returns the bytes of buffers that are in use, after so many rounds of collection. */
async function bytesInUse(rounds = 1): Promise<number> {
  await collectGarbage(rounds);
  return process.memoryUsage().arrayBuffers;
}

describe.each(anyEngine)(`the memory of a file of ${size / mebibyte} MiB, on %s`, (engine) => {
  const parley = service(engine);
  let workspaceId: string;
  beforeAll(async () => {
    workspaceId = (await parley.person()).workspace;
  });

  test('stays small while it is stored and read', { timeout: 300_000 }, async () => {
    const { blobs } = parley.features;
    const before = await bytesInUse(2);
    const found: number[] = [];
    const look = async () => void found.push((await bytesInUse()) - before);
    const upload = await blobs.put(watched(manyBytes(size), look), { maxBytes: size });
    await parley.db.write(blobs.hold(workspaceId, upload));
    const blob = await blobs.read({ workspaceId, hash: upload.hash });
    let read = 0;
    for await (const chunk of watched(blob?.content ?? manyBytes(0), look)) read += chunk.length;
    await parley.db.write(blobs.release({ workspaceId, hash: upload.hash }));
    await blobs.sweep();
    expect(read).toBe(size);
    expect(found).toHaveLength(2 * looks);
    // One reading may include what others left.
    for (const each of [found.slice(0, looks), found.slice(looks)]) expect(Math.min(...each)).toBeLessThan(growth);
  });
});
