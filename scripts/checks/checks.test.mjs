import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-checks-'));
  spawnSync('git', ['init', '-q'], { cwd: folder });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Writes one file into the folder and runs a check there.
 * @param {string} script
 * @param {string} file
 * @param {string} text
 */
const check = (script, file, text) => checkAll(script, { [file]: text });

/**
 * Writes files into the folder and runs a check there.
 * @param {string} script
 * @param {Readonly<Record<string, string>>} files
 */
function checkAll(script, files) {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, script)], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const body = (/** @type {number} */ count) => '  // a line\n'.repeat(count - 2);

describe('the cap of functions', () => {
  it('accepts what is at its cap, what has none, and what is generated', () => {
    const { status, output } = checkAll('size-caps.mjs', {
      'function.ts': `function f() {\n${body(70)}}`,
      'factory.ts': `const f = () => ({\n${`  g() {\n${body(50)}},\n`.repeat(3)}});`,
      'list.ts': `const f = () => [\n${body(80)}];`,
      'group.test.ts': `describe('x', () => {\n${body(71)}});`,
      'generated.gen.ts': `function f() {\n${body(71)}}`,
    });
    expect({ status, output }).toMatchObject({ status: 0, output: expect.not.stringContaining('at most') });
  });

  it('refuses what is over its cap', () => {
    const { status, output } = checkAll('size-caps.mjs', {
      'function.ts': `function f() {\n${body(71)}}`,
      'method.ts': `const o = {\n  f() {\n${body(71)}} };`,
    });
    expect(output).toContain('function.ts:1: a function of 71 lines of its own, at most 70');
    expect(output).toContain('method.ts:2: a function of 71 lines');
    expect(status).toBe(1);
  });

  it('accepts an exception with its reason, up to its own cap', () => {
    const exception = { functionLines: 80, reason: 'a table' };
    allow({ 'a.ts': exception, 'b.ts': exception });
    const { status, output } = checkAll('size-caps.mjs', {
      'a.ts': `function f() {\n${body(80)}}`,
      'b.ts': `function f() {\n${body(81)}}`,
    });
    expect(output).toMatch(/^\d+ files measured, 1 over a cap\nb\.ts:1: .*at most 80\n$/);
    expect(status).toBe(1);
  });

  it('refuses an exception that is not needed, is for no file or has no reason', () => {
    allow({
      'a.ts': { functionLines: 80, reason: 'a table' },
      'b.ts': { functionLines: 80, reason: 'a table' },
      'c.ts': { functionLines: 80 },
    });
    const { status, output } = checkAll('size-caps.mjs', {
      'a.ts': `function f() {\n${body(10)}}`,
      'c.ts': `function f() {\n${body(80)}}`,
    });
    for (const message of [
      'a.ts: no longer needs its exception (10 lines)',
      'b.ts: has an exception but does not exist',
      'c.ts: has an exception without a reason',
    ]) {
      expect(output).toContain(message);
    }
    expect(status).toBe(1);
  });
});

/** @param {object} exceptions */
function allow(exceptions) {
  mkdirSync(join(folder, 'scripts/checks'), { recursive: true });
  writeFileSync(join(folder, 'scripts/checks/size-exceptions.json'), JSON.stringify(exceptions));
}

describe('the caps of folders and features', () => {
  const lines = (/** @type {number} */ count) => '// a line\n'.repeat(count);
  const folder = 'apps/server/src/features/a/b';
  const files = (/** @type {number} */ count) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/${index}.ts`, lines(450)]));

  it('accept 20 files in a folder, and 9,000 lines in a feature', () => {
    expect(checkAll('size-caps.mjs', files(20))).toMatchObject({ status: 0 });
  });

  it('refuse more', () => {
    const { status, output } = checkAll('size-caps.mjs', files(21));
    expect(output).toContain(`${folder}: 21 files, at most 20`);
    expect(output).toContain('apps/server/src/features/a: 9450 lines, at most 9000');
    expect(status).toBe(1);
  });
});

describe('the lockfile check', () => {
  const lockfile = (/** @type {object} */ packages) =>
    check('lockfile.mjs', 'package-lock.json', JSON.stringify({ packages }));

  it('accepts packages without an address, links within the repository, and every platform', () => {
    const { status, output } = lockfile({
      'node_modules/a': { integrity: 'sha512-…', optionalDependencies: { 'a-linux': '1.0.0', 'a-mac': '1.0.0' } },
      'node_modules/a-linux': { optional: true },
      'node_modules/a/node_modules/a-mac': { optional: true },
      'node_modules/server': { resolved: 'apps/server', link: true },
    });
    expect(output).toBe('');
    expect(status).toBe(0);
  });

  it('refuses a download address and names its package', () => {
    const { status, output } = lockfile({ 'node_modules/a': { resolved: 'https://a.example/a' } });
    expect(output).toContain('node_modules/a names its download address');
    expect(status).toBe(1);
  });

  it('refuses a file that was written without the packages of other platforms', () => {
    const { status, output } = lockfile({
      'node_modules/b/node_modules/a': { optionalDependencies: { 'a-linux': '1.0.0', 'a-mac': '1.0.0' } },
      'node_modules/a-linux': { optional: true },
    });
    expect(output).toBe(
      'package-lock.json: node_modules/b/node_modules/a lacks its optional dependency a-mac: npm ci refuses that\n',
    );
    expect(status).toBe(1);
  });
});

describe('the English budget', () => {
  const english = (/** @type {number} */ phrases) => {
    mkdirSync(join(folder, 'scripts/checks'), { recursive: true });
    return checkAll('english.mjs', {
      'scripts/checks/english-budget.json': JSON.stringify({ phrases }),
      'a.ts': [
        '/** What a caller sends. Returns the agent of it, whoever asks. */',
        'export const nobody = (whom) => `there is none`; // Whether a name is a call, e.g. `of which`.',
        '// Where is it?',
        "throw new Error('Where no agent is, nothing is sent.');",
      ].join('\n'),
      'b.md': '# What it is\n\nWhat is it? Those of others.\n\n```sh\necho nobody\n```\n',
      'c.py': '"""Somebody."""\n# Those\n',
    });
  };

  it('accepts as many phrases as it says, of comments, texts and Markdown, not of names and code', () => {
    const { status, output } = english(8);
    expect(output).toContain('8 in all, the budget is 8');
    expect(status).toBe(0);
  });

  it('refuses more', () => {
    expect(english(7)).toMatchObject({ status: 1, output: expect.stringContaining('Write plain sentences') });
  });

  it('must be lowered when there are fewer', () => {
    expect(english(9)).toMatchObject({ status: 1, output: expect.stringContaining('Lower the budget') });
  });
});

describe('the check of the changelog', () => {
  const changelog = (/** @type {string} */ entries) =>
    check('changelog.mjs', 'CHANGELOG.md', `# Changes\n\n${entries}\n`);
  const words = (/** @type {number} */ count) => 'word '.repeat(count).trim();

  it('accepts entries of 25 words, with code and addresses as one word each', () => {
    const { status, output } = changelog(
      `Prose ${words(30)}.\n\n- ${words(25)}.\n- \`a b c\`, [${words(22)}](a.md) –\n  ${words(1)}.`,
    );
    expect(output).toBe('2 entries, 0 too long\n');
    expect(status).toBe(0);
  });

  it('refuses a longer one, also over several lines', () => {
    const { status, output } = changelog(`- ${words(3)}\n- ${words(20)}\n  ${words(6)}`);
    expect(output).toContain('CHANGELOG.md:4: an entry of 26 words, at most 25: word');
    expect(status).toBe(1);
  });
});

describe('the map of the architecture', () => {
  const page = ({ map = '  features/', folder = '`agents/`, `agents/purge/`', text = '' }) => `# A

\`\`\`
apps/server/src/
  main.ts          starts, e.g. other.ts
  http/            requests
    wire/ limits/  two folders
${map}
docs/              pages
\`\`\`

The folders of \`features/\`:

| Folder | Description |
|---|---|
| ${folder} | Some |

${text}
`;
  const map = (/** @type {{ map?: string, folder?: string, text?: string }} */ parts) =>
    checkAll('architecture-map.mjs', {
      'docs/architecture.md': page(parts),
      ...Object.fromEntries(
        ['main.ts', 'http/wire/a.ts', 'http/limits/a.ts', 'features/agents/store.ts', 'features/agents/purge/a.ts'].map(
          (path) => [`apps/server/src/${path}`, ''],
        ),
      ),
    });

  it('accepts a page that names each folder, and only what exists', () => {
    expect(map({ text: 'See `agents/store.ts`, `wire/` and `a.b.c`.' })).toMatchObject({
      status: 0,
      output: expect.stringContaining(', 0 problems'),
    });
  });

  it.each([
    [{ map: '  features/\n  gone/' }, 'names apps/server/src/gone/, which does not exist'],
    [{ map: '' }, 'the map lacks apps/server/src/features/'],
    [{ map: '  features/\n  http/\n    gone.ts' }, 'names apps/server/src/http/gone.ts'],
    [{ folder: '`agents/`' }, 'the tables of folders lack apps/server/src/features/agents/purge/'],
    [{ folder: '`agents/`, `agents/purge/`, `gone/`' }, 'names apps/server/src/features/gone/, which does not exist'],
    [{ text: 'See `agents/gone.ts`.' }, 'the text names agents/gone.ts, which is the end of no path'],
  ])('refuses %j', (parts, message) => {
    const { status, output } = map(parts);
    expect(output).toContain(message);
    expect(status).toBe(1);
  });
});

describe('the links of the documents', () => {
  const list = '# Decisions\n\n| | Decision |\n|---|---|\n| [0001](0001-a.md) | One |\n| [0002](0002-b.md) | Two |\n';
  const documents = {
    'docs/decisions/README.md': list,
    'docs/decisions/0001-a.md': '# 0001. One\n\n## A `b`, c\n',
    'docs/decisions/0002-b.md':
      '# 0002. Two\n\n[One](0001-a.md#a-b-c), [here](#0002-two), [there](https://a.example/b)\n',
  };
  const links = (/** @type {Readonly<Record<string, string>>} */ changed) =>
    checkAll('document-links.mjs', { ...documents, ...changed });

  it('accept links to files and headings, and a list of decisions with their headings', () => {
    expect(links({ 'a.md': '```md\n[gone](gone.md)\n```\n\n[folder](docs/), `b/c.ts`\n', 'a/b/c.ts': '' })).toEqual({
      status: 0,
      output: '5 links and 2 decisions compared, 0 problems\n',
    });
  });

  it.each([
    [{ 'a.md': '\n[a](gone.md)\n' }, 'a.md:2: gone.md leads to no file'],
    [{ 'a.md': '[a](docs/decisions/0001-a.md#gone)\n' }, '0001-a.md#gone leads to no heading'],
    [{ 'a.md': 'See `a/b.ts`.' }, 'a.md:1: a/b.ts is the end of no path'],
    [{ 'docs/decisions/0001-a.md': '# 0001. Other\n\n## A `b`, c\n' }, 'lacks | [0001](0001-a.md) | Other |'],
    [{ 'docs/decisions/0003-c.md': '# 0003: Three\n' }, '(no heading "# 0003. Title")'],
    [{ 'docs/decisions/README.md': `${list}| [0004](README.md) | Four |\n` }, 'has a row without a decision'],
  ])('refuse %j', (changed, message) => {
    const { status, output } = links(changed);
    expect(output).toContain(message);
    expect(status).toBe(1);
  });
});
