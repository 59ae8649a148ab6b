import { readdirSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { blobsIn, bytesOf, manyBytes, readAll } from '../../../testing/fixtures/blobs.ts';
import { service } from '../../../testing/harness.ts';
import { type FakeS3, type Misbehaviour, refusing, startFakeS3 } from '../../../testing/servers/fake-s3.ts';
import { AppError } from '../../errors.ts';
import type { Blobs } from './blobs.ts';

const limit = { maxBytes: 10_000_000 };
const reset: Misbehaviour = (request) => request.socket.resetAndDestroy();
const silent: Misbehaviour = () => {};

/** Takes an upload, and keeps less or other bytes than it says. */
const forgetful =
  (s3: FakeS3, keep: (bytes: Buffer) => Buffer | undefined): Misbehaviour =>
  (request, _response, serve) => {
    serve();
    const key = (request.url ?? '').slice(1);
    const kept = keep(s3.objects.get(key) ?? Buffer.alloc(0));
    if (kept === undefined) s3.objects.delete(key);
    else s3.objects.set(key, kept);
  };

describe('files in a bucket', { timeout: 60_000 }, () => {
  const parley = service('sqlite');
  let s3: FakeS3;
  let blobs: Blobs;
  let workspaceId: string;
  let offset = 0;

  beforeEach(async () => {
    s3 = await startFakeS3();
    offset = 0;
    blobs = blobsIn(s3, parley, { now: () => Date.now() + offset });
    workspaceId = (await parley.person()).workspace;
    return () => blobs.close();
  });

  const store = async (content: AsyncIterable<Uint8Array> = bytesOf('a file')) => {
    const upload = await blobs.put(content, limit);
    await parley.db.write(blobs.hold(workspaceId, upload));
    return { workspaceId, hash: upload.hash };
  };
  const failureOf = async (action: Promise<unknown>) => {
    const error = await action.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(AppError);
    const { code, extras } = error as AppError;
    return { code, cause: String((extras.cause as Error | undefined)?.message) };
  };

  test('are stored, read whole and in part, and removed', async () => {
    const name = await store(manyBytes(700_000));
    expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^files\/parley\/blobs\/blob_[0-9a-z]{26}$/)]);
    const [object] = s3.objects.values();
    expect((await readAll((await blobs.read(name))?.content)).equals(object ?? Buffer.alloc(0))).toBe(true);
    const part = await readAll((await blobs.read(name, { start: 100, end: 65_999 }))?.content);
    expect(part.equals(object?.subarray(100, 66_000) ?? part)).toBe(true);
    await parley.db.write(blobs.release(name));
    await blobs.sweep();
    expect(s3.objects.size).toBe(0);
  });

  test('may be empty', async () => {
    const name = await store(bytesOf());
    expect(await readAll((await blobs.read(name))?.content)).toHaveLength(0);
  });

  test('are sent again after a lost connection, 429 and 5xx, twice at most', async () => {
    s3.misbehave(reset, refusing(500, 'InternalError'));
    const name = await store();
    s3.misbehave(refusing(503, 'SlowDown'), refusing(429, 'TooManyRequests'));
    expect(String(await readAll((await blobs.read(name))?.content))).toBe('a file');
    s3.always(refusing(500, 'InternalError'));
    const before = s3.requests.length;
    const { code, cause } = await failureOf(blobs.read(name));
    expect([code, s3.requests.length - before]).toEqual(['unavailable', 3]);
    expect(cause).toMatch(
      /GET of parley\/blobs\/blob_\w+ in the bucket files at http:.* failed: status 500, InternalError/,
    );
  });

  test('a bucket that forbids tells the operator why, and is not asked again', async () => {
    s3.always(refusing(403, 'AccessDenied'));
    const { code, cause } = await failureOf(store());
    expect([code, s3.requests.length]).toEqual(['unavailable', 1]);
    expect(cause).toContain('failed: status 403, AccessDenied, The reason.');
  });

  test.each([
    ['that is silent', silent],
    ['that resets', reset],
  ])('a bucket %s ends in a refusal', async (_what, way) => {
    s3.always(way);
    expect((await failureOf(store(manyBytes(3_000_000)))).code).toBe('unavailable');
  });

  test('a bucket that refuses a large file and closes the connection is understood', async () => {
    s3.always((_request, response) => response.writeHead(403, { connection: 'close' }).end());
    expect((await failureOf(store(manyBytes(9_000_000)))).cause).toContain('status 403');
  });

  test('a bucket that keeps fewer bytes than it took is found out before the row is there', async () => {
    s3.misbehave(forgetful(s3, (bytes) => bytes.subarray(1)));
    expect((await failureOf(store())).cause).toContain('has 5 bytes in the bucket in place of 6');
    s3.misbehave(forgetful(s3, () => undefined));
    expect((await failureOf(store())).cause).toContain('has undefined bytes in the bucket in place of 6');
    expect(await blobs.usage([workspaceId])).toEqual({ files: 0, bytes: 0 });
  });

  test('lost, changed, shortened and lying objects are errors, not answers', async () => {
    const name = await store();
    const [key = ''] = s3.objects.keys();
    const read = async (range?: { start: number; end: number }) =>
      String(await readAll((await blobs.read(name, range))?.content));
    s3.objects.set(key, Buffer.from('A file'));
    await expect(read()).rejects.toThrow('was changed: its checksum differs');
    s3.objects.set(key, Buffer.from('a fil'));
    await expect(read()).rejects.toThrow('has 5 bytes in the bucket in place of 6');
    s3.objects.delete(key);
    await expect(read()).rejects.toThrow('is missing from the bucket');
    s3.objects.set(key, Buffer.from('a file'));
    s3.misbehave((_request, response) => response.writeHead(200, { 'content-length': 6 }).end('a file'));
    await expect(read({ start: 1, end: 3 })).rejects.toThrow('ignores ranges');
    s3.misbehave((_request, response) => {
      response.writeHead(200, { 'content-length': 6 });
      response.write('a f', () => response.socket?.destroy());
    });
    await expect(read()).rejects.toThrow();
    expect(await read()).toBe('a file');
  });

  test('an upload whose client leaves reaches no bucket, and no spool file stays', async () => {
    async function* broken() {
      yield Buffer.alloc(100_000);
      throw new Error('the client left');
    }
    await expect(blobs.put(broken(), limit)).rejects.toThrow('the client left');
    expect(s3.requests).toEqual([]);
    expect(readdirSync(parley.dataDir)).not.toContain('spool');
  });

  test('an upload whose answer was lost is removed an hour later', async () => {
    s3.always((request, response, serve) => {
      serve(request.method === 'PUT' ? new ServerResponse(request) : response);
      if (request.method === 'PUT') request.socket.resetAndDestroy();
    });
    expect((await failureOf(store())).code).toBe('unavailable');
    expect(s3.objects.size).toBe(1);
    offset = 61 * 60_000;
    await blobs.sweep();
    expect(s3.objects.size).toBe(0);
  });

  test('a file that can not be removed now does not keep the others, and is removed later', async () => {
    for (const content of ['one', 'two', 'three']) await parley.db.write(blobs.release(await store(bytesOf(content))));
    s3.misbehave(refusing(403, 'AccessDenied'));
    await expect(blobs.sweep()).rejects.toThrow('1 files could not be removed.');
    expect(s3.objects.size).toBe(1);
    await blobs.sweep();
    expect(s3.objects.size).toBe(0);
  });
});
