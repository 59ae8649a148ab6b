// @module-tag sql
import type { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type GitServer, startGitServer } from '../../../../testing/connectors/git-server.ts';
import { engines } from '../../../../testing/databases/engines.ts';
import { type Service, startService } from '../../../../testing/harness.ts';
import { statement } from '../../../storage/unit.ts';

const patient = { timeout: 60_000, interval: 25 };

describe.each(engines)('a source that is connected to a repository, on %s', (engine) => {
  let git: GitServer;
  let parley: Service;
  let client: Parley;

  beforeAll(async () => {
    git = await startGitServer();
    git.commit({
      'docs/returns.md': '# Returns\n\nBooks go back in 30 days.',
      'docs/shipping.md': '# Shipping\n\nTwo days.',
    });
    parley = await startService(engine, { environment: git.environment });
    client = await (await parley.person()).client();
  });
  afterAll(async () => {
    await parley.close();
    await git.close();
  });

  const settled = (id: string) =>
    vi.waitFor(async () => {
      const source = await client.knowledgeSources.retrieve(id);
      expect(['ready', 'failed']).toContain(source.status);
      return source;
    }, patient);
  const connected = async (given: object = {}) => {
    const { _id } = await client.knowledgeSources.create({ type: 'git', url: git.url, ...given });
    return settled(_id);
  };
  const again = async (id: string) => {
    await client.knowledgeSources.sync(id);
    const source = await settled(id);
    const [sync] = (await client.knowledgeSources.syncs.list(id)).items;
    return { source, facts: sync?.facts, outcome: sync?.outcome };
  };
  const documents = async (id: string) => (await client.knowledgeSources.documents.list(id)).items;

  test('reads its files, then only those that changed, and drops those that are gone', async () => {
    const {
      _id: id,
      status,
      documentCount,
    } = await connected({ connection: { folder: 'docs' }, syncInterval: 'daily' });
    expect({ status, documentCount }).toEqual({ status: 'ready', documentCount: 2 });
    expect((await documents(id)).map(({ title }) => title)).toEqual(['Returns', 'Shipping']);
    expect(await again(id)).toMatchObject({ outcome: 'unchanged', facts: { unchanged: 2 } });
    const before = git.requests.length;
    git.commit({
      'docs/shipping.md': '# Shipping\n\nThree days.',
      'docs/picture.md': Buffer.from('\x89PNG\r\n', 'latin1'),
    });
    expect(await again(id)).toMatchObject({ outcome: 'ready', facts: { changed: 1, unchanged: 1, skipped: 1 } });
    // Capabilities, references, the commit with its trees, and the files that changed.
    expect(git.requests.slice(before)).toHaveLength(4);
    expect(await documents(id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          title: 'picture.md',
          status: 'failed',
          error: expect.objectContaining({ code: 'unsupported_type' }),
        }),
      ]),
    );
    git.commit({ 'docs/picture.md': null });
    expect(await again(id)).toMatchObject({ outcome: 'ready', source: { documentCount: 2 } });
  });

  test('keeps its token to itself, and for its own server', async () => {
    git.token = 'the right token';
    const source = await connected({ connection: { token: git.token } });
    const { _id: id } = source;
    expect(source).toMatchObject({ status: 'ready', connection: { branch: null, hasCredentials: true } });
    expect(JSON.stringify(source)).not.toContain(git.token);
    const update = (changes: object) => client.knowledgeSources.update(id, changes);
    const moved = git.url.replace('127.0.0.1', 'localhost');
    await expect(update({ url: moved })).rejects.toMatchObject({
      ...{
        status: 400,
        details: [{ path: 'connection.token', message: expect.stringContaining('must be given again') }],
      },
    });
    await expect(update({ url: 'http://git.example/docs', connection: { token: 'x' } })).rejects.toMatchObject({
      status: 400,
    });
    expect(await update({ name: 'Handbook', connection: { folder: 'docs' } })).toMatchObject({
      connection: { folder: 'docs', hasCredentials: true },
    });
    expect((await settled(id)).status).toBe('ready');
    await update({ connection: { token: 'wrong' } });
    expect(await settled(id)).toMatchObject({ status: 'failed', error: { code: 'http_error' }, documentCount: 2 });
    await update({ connection: { token: null } });
    expect(await settled(id)).toMatchObject({ status: 'failed', connection: { hasCredentials: false } });
    git.token = undefined;
    const failed = await client.knowledgeSources.retrieve(id);
    const mended = await again(id);
    expect(mended).toMatchObject({ outcome: 'unchanged', source: { status: 'ready', error: null } });
    // A caller of `updatedAfter` must learn that it has recovered, and nothing of a sync without news.
    expect(Date.parse(mended.source.updatedAt)).toBeGreaterThan(Date.parse(failed.updatedAt));
    const { outcome, source: same } = await again(id);
    expect([outcome, same.updatedAt]).toEqual(['unchanged', mended.source.updatedAt]);
  });

  test('doesn’t open the token of another row', async () => {
    const [victim, thief] = await Promise.all(['one', 'two'].map((token) => connected({ connection: { token } })));
    const { query } = parley.db;
    const stolen = query
      .selectFrom('knowledge_sources')
      .select('credentials')
      .where('id', '=', victim?._id ?? '');
    const moved = query
      .updateTable('knowledge_sources')
      .set({ credentials: stolen })
      .where('id', '=', thief?._id ?? '');
    await parley.db.write([statement(moved)]);
    await client.knowledgeSources.sync(thief?._id ?? '');
    await vi.waitFor(async () => {
      const { error } = await client.knowledgeSources.retrieve(thief?._id ?? '');
      expect(error).toMatchObject({ code: 'internal_error' });
    }, patient);
  });

  test.each([
    [
      'a field of another kind',
      { type: 'git', url: 'https://git.example/r', connection: { bucket: 'b' } },
      'connection.bucket',
    ],
    ['a bucket that is missing', { type: 's3', url: 'https://s3.example' }, 'connection.bucket'],
    [
      'a key without its secret',
      { type: 's3', url: 'https://s3.example', connection: { bucket: 'b', accessKeyId: 'A' } },
      'connection.secretAccessKey',
    ],
    ['a connection of a text', { type: 'text', name: 'T', text: 'T', connection: { branch: 'main' } }, 'connection'],
    ['a repository without its address', { type: 'git' }, 'url'],
  ])('400: %s', async (_name, draft, path) => {
    const failure = client.knowledgeSources.create(draft as Parameters<Parley['knowledgeSources']['create']>[0]);
    await expect(failure).rejects.toMatchObject({ code: 'validation_failed', details: [{ path }] });
  });
});
