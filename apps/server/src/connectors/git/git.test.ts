import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { connecting, listed, textsOf } from '../../../testing/connectors/connecting.ts';
import { type GitServer, startGitServer } from '../../../testing/connectors/git-server.ts';
import type { Connecting } from '../connector.ts';
import { gitKind } from './git.ts';
import { viewUrl } from './view-url.ts';

let server: GitServer | undefined;
afterEach(() => server?.close());

const start = async (options?: Parameters<typeof startGitServer>[0]): Promise<GitServer> => {
  server = await startGitServer(options);
  return server;
};
const open = ({ url, environment }: GitServer, given: Partial<Connecting> = {}) =>
  gitKind.open(connecting({ url, environment, ...given }));

/** Texts that Git stores as differences to each other. */
const similar = (count: number) => {
  const base = Array.from({ length: 200 }, () => randomBytes(20).toString('hex')).join('\n');
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`guide/${index}.md`, `${base}\n# Part ${index}\n${index}`]),
  );
};

describe.each([
  ['that sends parts', { filters: true }],
  ['that sends all', { filters: false }],
  ['with SHA-256', { format: 'sha256' }],
])('a repository on a server %s', (_name, options) => {
  test('is listed by its documents, and read with their differences resolved', async () => {
    const git = await start(options);
    const files = { ...similar(8), 'README.md': '# Read me', 'src/main.ts': 'code', 'ümläut ß.txt': 'späth' };
    git.commit(files);
    git.git('gc', '-q', '--aggressive');
    const store = open(git);
    const items = await listed(store);
    expect(items.map(({ key }) => key)).toHaveLength(10);
    expect(await textsOf(store, items)).toEqual(
      Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith('.ts'))),
    );
  });
});

describe('a repository', () => {
  test('keeps the version of a file that stays, and reads only what is asked for', async () => {
    const git = await start();
    git.commit({ 'one.md': 'One', 'two.md': 'Two' });
    const before = await listed(open(git));
    git.commit({ 'two.md': 'Other', 'three.md': 'Three' });
    const store = open(git);
    const after = await listed(store);
    const changed = after.filter(({ key, version }) =>
      before.every((old) => old.key !== key || old.version !== version),
    );
    expect(changed.map(({ key }) => key)).toEqual(['three.md', 'two.md']);
    expect(await textsOf(store, changed)).toEqual({ 'three.md': 'Three', 'two.md': 'Other' });
  });

  test('is read at a branch or a tag, in a folder, by patterns', async () => {
    const git = await start();
    git.commit({ 'docs/a.md': 'A', 'docs/old/b.md': 'B', 'docs-2/c.md': 'C' });
    git.git('tag', '-a', 'v1', '-m', 'One');
    git.git('checkout', '-q', '-b', 'next');
    git.commit({ 'docs/d.md': 'D', 'docs/code.py': 'print()' });
    const keys = async (branch: string | null, folder: string | null, patterns: object = {}) => {
      const { url, environment } = git;
      const store = gitKind.open(connecting({ url, environment, connection: { branch, folder }, ...patterns }));
      return (await listed(store)).map(({ key }) => key);
    };
    expect(await keys('v1', '/docs')).toEqual(['docs/a.md', 'docs/old/b.md']);
    expect(await keys('next', 'docs/', { exclude: ['/docs/old/**'] })).toEqual(['docs/a.md', 'docs/d.md']);
    expect(await keys('refs/heads/next', 'docs', { include: ['*.py'] })).toEqual(['docs/code.py']);
    await expect(keys('no such branch', null)).rejects.toMatchObject({ code: 'nothing_found' });
  });

  test('takes its token, and says so if that is refused', async () => {
    const git = await start();
    git.commit({ 'one.md': 'One' });
    git.token = 'right';
    expect(await listed(open(git, { credentials: { token: 'right' } }))).toHaveLength(1);
    for (const credentials of [{}, { token: 'wrong' }])
      await expect(listed(open(git, { credentials }))).rejects.toMatchObject({
        code: 'http_error',
        message: expect.stringContaining('refuses the credentials (HTTP 401)'),
      });
  });

  test('that is empty, missing or no repository is a failure with its reason', async () => {
    const git = await start();
    await expect(listed(open(git))).rejects.toMatchObject({ message: 'The repository is empty.' });
    await expect(listed(open(git, { url: `${git.url}-2` }))).rejects.toMatchObject({ code: 'http_error' });
  });

  test('leaves out links, submodules, pointers to large storage, and files that are too large', async () => {
    const git = await start();
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n';
    git.commit({ 'one.md': 'One', 'large.md': Buffer.alloc(21 * 1024 * 1024, 'x'), 'stored.md': pointer });
    const { symlinkSync } = await import('node:fs');
    symlinkSync('one.md', `${git.git('rev-parse', '--show-toplevel').trim()}/link.md`);
    git.commit({ 'two.md': 'Two' });
    const store = open(git);
    const items = await listed(store);
    expect(await textsOf(store, items)).toEqual({
      ...{ 'one.md': 'One', 'two.md': 'Two', 'large.md': 'too_large: The content is too large.' },
      'stored.md': 'unsupported_type: The file is in Git LFS, which is not read.',
    });
  });

  test('is shown by the pages of known servers', () => {
    expect(viewUrl('https://github.com/o/r.git', 'main', 'a b/c.md')).toBe(
      'https://github.com/o/r/blob/main/a%20b/c.md',
    );
    expect(viewUrl('https://gitlab.com/g/s/r', 'HEAD', 'c.md')).toBe('https://gitlab.com/g/s/r/-/blob/HEAD/c.md');
    expect(viewUrl('https://codeberg.org/o/r', 'main', 'c.md')).toBe('https://codeberg.org/o/r/src/branch/main/c.md');
    expect(viewUrl('https://git.example.com/r.git', 'main', 'c.md')).toBeNull();
  });
});
