import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { anyEngine } from '../../../testing/databases/engines.ts';
import { readAll, storedFiles } from '../../../testing/fixtures/blobs.ts';
import { formBytes, formType } from '../../../testing/fixtures/forms.ts';
import { service } from '../../../testing/harness.ts';
import { openSocket } from '../../../testing/processes/raw-socket.ts';
import { expectFailure, send } from '../../../testing/request.ts';
import { multipartBody } from '../../http/body.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import type { Upload } from './blob-rows.ts';
import type { Blobs } from './blobs.ts';

const mebibyte = 1024 * 1024;
const Answer = Type.Object({ hash: Type.String() });

/** An endpoint that keeps an uploaded file in the caller's workspace, as a feature would. */
const uploading = (
  blobsOf: () => Blobs,
  workspaceOf: () => string,
  write: (unit: never) => Promise<unknown>,
): Endpoint =>
  endpoint({
    id: 'testUpload',
    client: 'testing.testUpload',
    method: 'POST',
    path: '/api/test/upload',
    access: 'agents:write',
    tag: 'Test',
    summary: 'Test.',
    data: Answer,
    body: multipartBody({
      fields: Type.Object({ refuse: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
      files: { file: { description: 'The file.', maxBytes: 8 * mebibyte } },
      receive: (_call, { content }) => blobsOf().put(content, { maxBytes: 8 * mebibyte }),
      discard: (upload: Upload) => void blobsOf().discard(upload),
    }),
    handle: async ({ body, files, remember }) => {
      const [file] = files['file'] ?? [];
      if (file === undefined || body.refuse === true) throw new Error('refused');
      const answer = { data: { hash: file.received.hash } };
      await write([...blobsOf().hold(workspaceOf(), file.received), ...remember(answer)] as never);
      return answer;
    },
  });

/** Waits for a condition, also on a busy machine. */
const waitFor = (condition: () => unknown) => vi.waitFor(condition, 20_000);

describe.each(anyEngine)('uploads by HTTP, on %s', (engine) => {
  let workspace = '';
  let key = '';
  const parley = service(engine, {
    endpoints: (db) => [
      uploading(
        () => parley.features.blobs,
        () => workspace,
        (unit) => db.write(unit),
      ),
    ],
  });
  beforeAll(async () => {
    const person = await parley.person();
    workspace = person.workspace;
    key = await person.key();
  });

  const content = Buffer.alloc(3 * mebibyte, 'a file ');
  const upload = (headers: Record<string, string> = {}, refuse = false) => {
    const parts = [
      { name: 'file', fileName: 'a.bin', content },
      ...(refuse ? [{ name: 'refuse', content: 'true' }] : []),
    ];
    const request = { method: 'POST', path: '/api/test/upload', key, headers: { ...formType(), ...headers } };
    return send(parley.url, { ...request, body: formBytes(parts) });
  };
  const count = async () => {
    await parley.features.blobs.sweep();
    return { stored: await storedFiles(parley, engine), ...(await parley.features.blobs.usage([workspace])) };
  };

  test('a file is kept once, also if its request is repeated', async () => {
    const first = await upload({ 'idempotency-key': 'one' });
    expect(first.status, first.text).toBe(200);
    const again = await upload({ 'idempotency-key': 'one' });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    await waitFor(async () => expect(await count()).toEqual({ stored: 1, files: 1, bytes: content.length }));
    const { hash } = first.json()['data'] as { hash: string };
    const blob = await parley.features.blobs.read({ workspaceId: workspace, hash });
    expect((await readAll(blob?.content)).equals(content)).toBe(true);
    await parley.db.write(parley.features.blobs.release({ workspaceId: workspace, hash }));
    expect(await count()).toEqual({ stored: 0, files: 0, bytes: 0 });
  });

  test('requests with one key at once have one effect', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => upload({ 'idempotency-key': 'several' })));
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectFailure(reply, 'idempotency_in_progress');
    await waitFor(async () => expect(await count()).toMatchObject({ stored: 1, files: 1 }));
    const hash = createHash('sha256').update(content).digest('hex');
    await parley.db.write(parley.features.blobs.release({ workspaceId: workspace, hash }));
  });

  test('a failed request, and a client that leaves in the middle, leave nothing', async () => {
    expectFailure(await upload({}, true), 'internal_error');
    await waitFor(async () => expect(await count()).toEqual({ stored: 0, files: 0, bytes: 0 }));
    const socket = await openSocket(parley.url);
    const body = formBytes([{ name: 'file', fileName: 'a.bin', content }]);
    const head = `POST /api/test/upload HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: ${formType()['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`;
    socket.write(head);
    socket.write(body.subarray(0, 2 * mebibyte));
    await waitFor(async () => expect(await storedFiles(parley, engine)).toBe(1));
    socket.destroy();
    await waitFor(async () => expect(await count()).toEqual({ stored: 0, files: 0, bytes: 0 }));
  });
});
