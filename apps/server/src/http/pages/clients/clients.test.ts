// @module-tag pure

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { bareServer } from '../../../../testing/servers/bare-server.ts';
import { addClients } from './clients.ts';
import { keptClients } from './kept.ts';

const root = mkdtempSync(join(tmpdir(), 'parley-clients-'));
afterAll(() => rmSync(root, { recursive: true }));

let folder = '';
beforeEach(() => {
  folder = join(mkdtempSync(join(root, 'data-')), 'clients');
});

/** A build of a client, as its packer leaves it. */
function build(which: 'sdk' | 'react' | 'python', version: string) {
  const home = mkdtempSync(join(root, 'build-'));
  const file = which === 'python' ? `parley-${version}-py3-none-any.whl` : `parley-${which}-${version}.tgz`;
  const content = Buffer.from(`${which} ${version}`);
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
  const name = which === 'python' ? 'parley' : `@parley/${which}`;
  writeFileSync(join(home, file), content);
  writeFileSync(join(home, `parley-${which}.json`), JSON.stringify({ name, version, file, integrity }));
  return home;
}

/** Starts a server with these versions of the clients, on the data folder of the test. */
async function start(versions: { readonly sdk?: string; readonly react?: string; readonly python?: string }) {
  const app: FastifyInstance = await bareServer();
  onTestFinished(() => app.close());
  const notKept: string[] = [];
  const built = Object.entries(versions).map(([which, version]) => [which, build(which as 'sdk', version)]);
  await addClients(app, Object.fromEntries(built), {
    folder,
    publicUrl: () => 'https://chat.example.com',
    onNotKept: (_error, file) => notKept.push(file),
  });
  const get = (path: string, headers = {}) => app.inject({ url: path, headers });
  return {
    get,
    notKept,
    inject: app.inject.bind(app),
    described: async (which: string) => (await get(`/sdk/parley-${which}.json`)).json().data,
  };
}

const first = { sdk: '0.1.0-dev.h1', react: '0.1.0-dev.h2', python: '0.1.0.dev0+h3' };
const second = { sdk: '0.1.0-dev.h4', react: '0.1.0-dev.h5', python: '0.1.0.dev0+h6' };

describe('the clients of an instance', () => {
  it.each([
    ['sdk', 'parley-sdk.tgz', '/sdk/parley-sdk-0.1.0-dev.h1.tgz'],
    ['react', 'parley-react.tgz', '/sdk/parley-react-0.1.0-dev.h2.tgz'],
  ])('%s: the name without a version redirects, and the text has the address', async (which, alias, path) => {
    const { get, described } = await start(first);
    const redirect = await get(`/sdk/${alias}`);
    expect([redirect.statusCode, redirect.headers.location]).toEqual([302, path]);
    expect(redirect.headers['cache-control']).toBe('public, no-cache');
    expect((await get(`/sdk/parley-${which}.txt`)).body).toBe(`https://chat.example.com${path}\n`);
    expect(await described(which)).toMatchObject({ path, versions: [{ path }] });
  });

  it('python: the text is a requirement with the address and the hash', async () => {
    const { get } = await start(first);
    const hash = createHash('sha256').update('python 0.1.0.dev0+h3').digest('hex');
    expect((await get('/sdk/parley-python.txt')).body).toBe(
      `parley @ https://chat.example.com/sdk/parley-0.1.0.dev0+h3-py3-none-any.whl#sha256=${hash}\n`,
    );
    for (const plus of ['+', '%2B']) {
      const wheel = await get(`/sdk/parley-0.1.0.dev0${plus}h3-py3-none-any.whl`);
      expect([wheel.statusCode, wheel.body]).toEqual([200, 'python 0.1.0.dev0+h3']);
    }
  });

  it('stay served under their versions after an upgrade, with the same bytes and tag', async () => {
    const paths = ['sdk-0.1.0-dev.h1.tgz', 'react-0.1.0-dev.h2.tgz', '0.1.0.dev0+h3-py3-none-any.whl'];
    const before = await start(first);
    const tags = await Promise.all(paths.map(async (path) => (await before.get(`/sdk/parley-${path}`)).headers.etag));
    const { get, described } = await start(second);
    for (const [index, path] of paths.entries()) {
      const { statusCode, body, headers } = await get(`/sdk/parley-${path}`);
      expect([statusCode, body.split(' ')[1], headers.etag]).toEqual([200, Object.values(first)[index], tags[index]]);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect((await get(`/sdk/parley-${path}`, { 'if-none-match': headers.etag })).statusCode).toBe(304);
    }
    const { version, versions } = await described('sdk');
    expect([version, versions.map((each: { version: string }) => each.version)]).toEqual([
      second.sdk,
      [second.sdk, first.sdk],
    ]);
  });

  it('are the last ten of each, and a version that is gone or never was names them', async () => {
    for (let index = 1; index <= 12; index += 1) {
      await start({ sdk: `0.1.${index}` });
      // Starts in the same millisecond have no order.
      const file = join(folder, 'sdk', `parley-sdk-0.1.${index}.tgz`);
      utimesSync(file, index, index);
    }
    const { get, inject } = await start({ sdk: '0.1.12' });
    const kept = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((index) => `0.1.${index}`);
    for (const version of kept) expect((await get(`/sdk/parley-sdk-${version}.tgz`)).statusCode).toBe(200);
    for (const version of ['0.1.1', '0.1.2', '9.9.9']) {
      const refused = await get(`/sdk/parley-sdk-${version}.tgz`);
      expect(refused.statusCode).toBe(404);
      expect(refused.json()).toMatchObject({
        code: 'route_not_found',
        error: `This instance doesn't serve version ${version} of @parley/sdk.`,
        hint: expect.stringContaining(`It serves ${kept.join(', ')}:`),
      });
    }
    expect((await inject({ method: 'POST', url: '/sdk/parley-sdk-0.1.12.tgz' })).headers['allow']).toBe('GET, HEAD');
  });

  it.each([
    'parley-sdk-..%2F..%2Fsecrets.json',
    '..%2Fsecrets.json',
    'parley-sdk-0.1.0.tgz.tmp',
    'parley-sdk-%00.tgz',
    'other',
  ])('are nothing else of the folder: %s', async (name) => {
    const { get } = await start(first);
    writeFileSync(join(folder, '../secrets.json'), 'secret');
    writeFileSync(join(folder, 'sdk/parley-sdk-0.1.0.tgz.tmp'), 'half');
    const refused = await get(`/sdk/${name}`);
    expect([refused.statusCode, refused.json().code]).toEqual([404, 'route_not_found']);
  });

  it('are served although the disk refuses to keep them', async () => {
    writeFileSync(folder, 'a file in place of the folder');
    const { get, notKept, described } = await start(first);
    expect(notKept.sort()).toEqual([
      'parley-0.1.0.dev0+h3-py3-none-any.whl',
      'parley-react-0.1.0-dev.h2.tgz',
      'parley-sdk-0.1.0-dev.h1.tgz',
    ]);
    expect((await get('/sdk/parley-sdk-0.1.0-dev.h1.tgz')).body).toBe('sdk 0.1.0-dev.h1');
    expect((await get('/sdk/parley-sdk-0.1.0-dev.h0.tgz')).statusCode).toBe(404);
    expect((await described('sdk')).versions).toHaveLength(1);
  });
});

describe('the kept packages', () => {
  const named = /^parley-sdk-(.+)\.tgz$/;
  const file = (version: string) => `parley-sdk-${version}.tgz`;

  it('are private, complete, and the same however many processes start at once', async () => {
    const kept = Array.from({ length: 8 }, () => keptClients(folder, named));
    const content = Buffer.alloc(100_000, 'x');
    await Promise.all(kept.map((each, index) => each.keep({ file: file(`1.0.${index % 2}`), content })));
    expect(readdirSync(folder).sort()).toEqual([file('1.0.0'), file('1.0.1')]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, file('1.0.0'))).mode & 0o777).toBe(0o600);
    expect((await kept[0]?.read(file('1.0.1')))?.equals(content)).toBe(true);
  });

  it('replace a damaged file, and remove what a killed process left behind', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, file('1.0.0')), 'half');
    for (const [name, age] of [
      ['old', 7_200],
      ['young', 60],
    ] as const) {
      const at = Date.now() / 1_000 - age;
      writeFileSync(join(folder, `${file('1.0.0')}.${name}.tmp`), 'half');
      utimesSync(join(folder, `${file('1.0.0')}.${name}.tmp`), at, at);
    }
    const kept = keptClients(folder, named);
    await kept.keep({ file: file('1.0.0'), content: Buffer.from('whole') });
    expect(String(await kept.read(file('1.0.0')))).toBe('whole');
    expect(readdirSync(folder).sort()).toEqual([file('1.0.0'), `${file('1.0.0')}.young.tmp`]);
  });

  it('leave nothing half written if the disk refuses it', async () => {
    const kept = keptClients(folder, named);
    await kept.keep({ file: file('1.0.0'), content: Buffer.from('first') });
    // A folder in the place of the file fails its last step, for every user.
    mkdirSync(join(folder, file('1.0.1')));
    await expect(kept.keep({ file: file('1.0.1'), content: Buffer.from('second') })).rejects.toThrow();
    expect(readdirSync(folder).sort()).toEqual([file('1.0.0'), file('1.0.1')]);
    expect(existsSync(join(folder, file('1.0.0')))).toBe(true);
  });
});
