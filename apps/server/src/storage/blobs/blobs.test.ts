// @module-tag sql
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/databases/engines.ts';
import { bytesOf, manyBytes, otherBlobs, readAll, storedFiles } from '../../../testing/fixtures/blobs.ts';
import { service } from '../../../testing/harness.ts';
import type { Upload } from './blob-rows.ts';
import type { Blobs } from './blobs.ts';

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const limit = { maxBytes: 10_000_000 };
const hour = 60 * 60_000;

describe.each(engines)('files, on %s', (engine) => {
  const parley = service(engine);
  let blobs: Blobs;
  let workspaceId: string;
  let other: string;

  beforeEach(async () => {
    blobs = parley.features.blobs;
    workspaceId = (await parley.person()).workspace;
    other = (await parley.person()).workspace;
  });

  const put = (text: string) => blobs.put(bytesOf(text), limit);
  const hold = (upload: Upload, workspace = workspaceId) => parley.db.write(blobs.hold(workspace, upload));
  const release = (hash: string, workspace = workspaceId) =>
    parley.db.write(blobs.release({ workspaceId: workspace, hash }));
  const read = async (hash: string, workspace = workspaceId) => {
    const blob = await blobs.read({ workspaceId: workspace, hash });
    return blob === undefined ? undefined : (await readAll(blob.content)).toString();
  };
  const rows = async () => {
    const [files, held] = await Promise.all([
      parley.db.read(parley.db.query.selectFrom('blob_files').selectAll()),
      parley.db.read(parley.db.query.selectFrom('blobs').selectAll().where('workspace_id', 'in', [workspaceId, other])),
    ]);
    return { files: files.length, held: held.length };
  };
  /** Removes everything that nothing holds, so that a test counts only its own files. */
  const tidy = async () => {
    parley.advance(2 * hour);
    await blobs.sweep();
    return { stored: await storedFiles(parley, engine), rows: (await rows()).files };
  };

  test('stores, reads, counts and removes', async () => {
    const before = await tidy();
    const upload = await put('a file');
    expect(upload).toEqual({ id: expect.stringMatching(/^blob_/), hash: sha256('a file'), bytes: 6 });
    expect(await read(upload.hash)).toBeUndefined();
    await hold(upload);
    expect(await read(upload.hash)).toBe('a file');
    expect(await blobs.stat({ workspaceId, hash: upload.hash })).toMatchObject({ id: upload.id, bytes: 6, refs: 1 });
    expect(await blobs.usage([workspaceId, other])).toEqual({ files: 1, bytes: 6 });
    await release(upload.hash);
    expect(await read(upload.hash)).toBeUndefined();
    expect(await blobs.usage([workspaceId])).toEqual({ files: 0, bytes: 0 });
    expect((await rows()).held).toBe(0);
    expect(await tidy()).toEqual(before);
  });

  test('reads ranges, empty files and files of any size', async () => {
    const sizes = [0, 1, 512 * 1024 - 1, 512 * 1024, 512 * 1024 + 1, 3_000_000];
    for (const size of sizes) {
      const upload = await blobs.put(manyBytes(size), limit);
      await hold(upload);
      const name = { workspaceId, hash: upload.hash };
      const whole = await readAll((await blobs.read(name))?.content);
      expect([whole.length, sha256(whole)]).toEqual([size, upload.hash]);
      for (const range of [{ start: 0 }, { start: 5, end: 9 }, { start: 600_000 }, { start: 5, end: 2_900_000 }]) {
        const part = await readAll((await blobs.read(name, range))?.content);
        expect(part.equals(whole.subarray(range.start, (range.end ?? size) + 1))).toBe(true);
      }
    }
  });

  test('keeps one content once in a workspace, and apart in each', async () => {
    const before = await tidy();
    const uploads = [await put('same'), await put('same'), await put('same')] as const;
    await hold(uploads[0]);
    await hold(uploads[1]);
    await hold(uploads[2], other);
    expect(await blobs.usage([workspaceId])).toEqual({ files: 1, bytes: 4 });
    expect(await blobs.usage([workspaceId, other])).toEqual({ files: 2, bytes: 8 });
    expect(await tidy()).toEqual({ stored: before.stored + 2, rows: before.rows + 2 });
    const { hash } = uploads[0];
    await release(hash);
    expect(await read(hash)).toBe('same');
    await release(hash);
    expect(await read(hash)).toBeUndefined();
    expect(await read(hash, other)).toBe('same');
    await release(hash, other);
    expect(await tidy()).toEqual(before);
  });

  test('a unit that fails holds nothing, and its upload can be discarded or held', async () => {
    const before = await tidy();
    const upload = await put('undecided');
    const failing = { sql: 'select 1', parameters: [], rows: 2, orElse: () => new Error('refused') };
    await expect(parley.db.write([...blobs.hold(workspaceId, upload), failing])).rejects.toThrow('refused');
    expect(await blobs.usage([workspaceId])).toEqual({ files: 0, bytes: 0 });
    await hold(upload);
    await blobs.discard(upload);
    await expect(hold(upload)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await tidy()).toEqual({ stored: before.stored + 1, rows: before.rows + 1 });
    expect(await read(upload.hash)).toBe('undecided');
    await release(upload.hash);
    await expect(release(upload.hash)).rejects.toThrow('does not hold');
  });

  test('an upload that no owner holds is removed after an hour, and not before', async () => {
    const before = await tidy();
    const upload = await put('forgotten');
    const discarded = await put('discarded');
    await blobs.discard(discarded);
    parley.advance(hour - 60_000);
    await blobs.sweep();
    expect(await storedFiles(parley, engine)).toBe(before.stored + 1);
    parley.advance(120_000);
    await expect(hold(upload)).rejects.toMatchObject({ code: 'unavailable' });
    await blobs.sweep();
    expect(await tidy()).toEqual(before);
  });

  test('nothing stays of a content that is too large or breaks off', async () => {
    const before = await tidy();
    await expect(blobs.put(manyBytes(200_000), { maxBytes: 199_999 })).rejects.toMatchObject({
      code: 'payload_too_large',
    });
    async function* broken() {
      yield Buffer.alloc(1_000_000);
      throw new Error('the client left');
    }
    await expect(blobs.put(broken(), limit)).rejects.toThrow('the client left');
    await blobs.sweep();
    expect(await tidy()).toEqual(before);
  });

  test('a process that dies between bytes and row leaves nothing', async () => {
    const before = await tidy();
    // The process dies in the middle: for the others, it never says another word.
    let die = (_error: Error) => {};
    const death = new Promise<never>((_resolve, reject) => {
      die = reject;
    });
    async function* stalling(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(1_000_000);
      await death;
    }
    const dying = blobs.put(stalling(), limit).catch(() => undefined);
    await expect.poll(() => storedFiles(parley, engine)).toBe(before.stored + 1);
    await put('stored, and then the process died');
    expect(await tidy()).toEqual(before);
    die(new Error('dead'));
    await dying;
  });
  test('uploads and releases of one content at once leave exact counts', async () => {
    const before = await tidy();
    const one = otherBlobs(parley, { now: () => Date.now() + 1_000 * hour });
    const contents = ['a', 'bb', 'ccc'];
    const life = async (index: number) => {
      const from = index % 2 === 0 ? blobs : one;
      const upload = await from.put(bytesOf(contents[index % 3] ?? ''), limit);
      await parley.db.write(from.hold(workspaceId, upload));
      await sleep(Math.random() * 5);
      expect(await from.stat({ workspaceId, hash: upload.hash })).toBeDefined();
      if (index >= 6) await parley.db.write(from.release({ workspaceId, hash: upload.hash }));
    };
    await Promise.all(Array.from({ length: 60 }, (_, index) => life(index)));
    expect(await blobs.usage([workspaceId])).toEqual({ files: 3, bytes: 6 });
    for (const content of contents) {
      const name = { workspaceId, hash: sha256(content) };
      expect(await blobs.stat(name)).toMatchObject({ refs: 2 });
      expect(await read(name.hash)).toBe(content);
    }
    await one.sweep();
    for (const content of contents) expect(await read(sha256(content))).toBe(content);
    for (const content of contents) await Promise.all([release(sha256(content)), release(sha256(content))]);
    expect(await blobs.usage([workspaceId])).toEqual({ files: 0, bytes: 0 });
    await one.sweep();
    expect({ stored: await storedFiles(parley, engine), rows: (await rows()).files }).toEqual(before);
  });

  test('sweeps of several processes beside uploads remove no file that is held', async () => {
    const before = await tidy();
    // Its clock is two hours ahead, so it takes every upload for abandoned.
    const ahead = otherBlobs(parley, { now: () => Date.now() + 5_000 * hour });
    let done = false;
    const sweeping = Promise.all(
      [ahead, ahead].map(async (each) => {
        while (!done) await each.sweep();
      }),
    );
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const upload = await put(`file ${index}`).catch(() => undefined);
        if (upload === undefined) return false;
        return hold(upload).then(
          () => upload.hash,
          () => false,
        );
      }),
    );
    done = true;
    await sweeping;
    const held = outcomes.filter((hash) => typeof hash === 'string');
    for (const hash of held) expect(await read(hash)).toMatch(/^file \d+$/);
    expect((await blobs.usage([workspaceId])).files).toBe(held.length);
    expect(await tidy()).toEqual({ stored: before.stored + held.length, rows: before.rows + held.length });
  });

  test('more files than a batch are swept, and a second sweep finds nothing', async () => {
    const before = await tidy();
    const uploads = await Promise.all(Array.from({ length: 230 }, (_, index) => put(`many ${index}`)));
    await Promise.all(uploads.map((upload) => blobs.discard(upload)));
    await Promise.all([blobs.sweep(), otherBlobs(parley, { now: () => Date.now() + 10_000 * hour }).sweep()]);
    await blobs.sweep();
    expect({ stored: await storedFiles(parley, engine), rows: (await rows()).files }).toEqual(before);
  });
});
