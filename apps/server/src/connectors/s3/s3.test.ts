// @module-tag pure
import { describe, expect, test } from 'vitest';
import { connecting, listed, textsOf } from '../../../testing/connectors/connecting.ts';
import { type FakeS3, refusing, startFakeS3 } from '../../../testing/servers/fake-s3.ts';
import type { Connection } from '../connector.ts';
import { s3Kind } from './s3.ts';

const key = { region: 'eu-test-1', accessKeyId: 'AKIATEST' };

const open = ({ url }: FakeS3, connection: Partial<Connection> = {}, given: object = {}) =>
  s3Kind.open(
    connecting({
      ...{ url, environment: { PARLEY_ALLOW_PRIVATE_HOSTS: new URL(url).host } },
      ...{ credentials: { secretAccessKey: 'a secret for tests' }, ...given },
      connection: { bucket: 'files', ...key, ...connection },
    }),
  );
const put = (s3: FakeS3, name: string, text: string) => s3.objects.set(`files/${name}`, Buffer.from(text));

describe('a bucket', () => {
  test('is listed page by page, and its objects are read by any name', async () => {
    const s3 = await startFakeS3({ pageSize: 3 });
    const names = [
      'a.md',
      'b c.md',
      'd+e.md',
      'f&g<h>.md',
      'ü/%41.md',
      "i!'()*.md",
      'j?k=l#m.md',
      'n//o.md',
      'p/q.exe',
      'r/',
    ];
    for (const name of names) put(s3, name, `This is ${name}`);
    const store = open(s3);
    const items = await listed(store);
    const read = names.slice(0, 8).sort();
    expect(items.map((item) => item.key).sort()).toEqual(read);
    expect(await textsOf(store, items)).toEqual(Object.fromEntries(read.map((name) => [name, `This is ${name}`])));
  });

  test('is read in a folder, and an object keeps its version while it stays', async () => {
    const s3 = await startFakeS3();
    put(s3, 'docs/a.md', 'A');
    put(s3, 'docs-2/b.md', 'B');
    const [before] = await listed(open(s3, { folder: 'docs' }));
    expect(before).toMatchObject({ key: 'docs/a.md', title: 'a.md', url: null, bytes: 1 });
    put(s3, 'docs/a.md', 'Z');
    const [after] = await listed(open(s3, { folder: '/docs/' }));
    expect(after?.version).not.toBe(before?.version);
  });

  test('says why it can’t be listed, and why one object can’t be read', async () => {
    const s3 = await startFakeS3();
    put(s3, 'a.md', 'A');
    put(s3, '../b.md', 'B');
    await expect(listed(open(s3, {}, { credentials: { secretAccessKey: 'wrong' } }))).rejects.toMatchObject({
      ...{ code: 'http_error', retry: false },
      message: expect.stringContaining('SignatureDoesNotMatch: The reason.'),
    });
    await expect(listed(open(s3, { bucket: 'other' }))).rejects.toMatchObject({
      message: expect.stringContaining('NoSuchBucket'),
    });
    const store = open(s3);
    const items = await listed(store);
    s3.objects.delete('files/a.md');
    expect(await textsOf(store, items)).toEqual({
      'a.md': expect.stringContaining('http_error'),
      '../b.md': expect.stringContaining('address_not_allowed'),
    });
  });

  test('is asked again if it has no time, as late as it says', async () => {
    const s3 = await startFakeS3();
    put(s3, 'a.md', 'A');
    const later = refusing(503, 'SlowDown');
    s3.misbehave((request, response, serve) => {
      response.setHeader('retry-after', '0');
      later(request, response, serve);
    });
    expect(await listed(open(s3))).toHaveLength(1);
    expect(s3.requests).toHaveLength(2);
  });

  test('that is public needs no key', async () => {
    const s3 = await startFakeS3();
    s3.always((request, response) => {
      const isSigned = request.headers.authorization !== undefined;
      response.end(isSigned ? 'signed' : '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
    });
    const anonymous = { region: null, accessKeyId: null };
    expect(await listed(open(s3, anonymous, { credentials: {} }))).toEqual([]);
    await expect(listed(open(s3))).rejects.toMatchObject({ message: expect.stringContaining('did not answer as S3') });
  });
});
