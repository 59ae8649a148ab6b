// @module-tag pure

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readDocument } from './document.mjs';
import { codeProblems, errorProblems } from './errors.mjs';
import { applyFiles } from './files.mjs';
import { fullName, methodsOf } from './methods.mjs';
import { pythonProblems, typeScriptProblems } from './parameters.mjs';
import { readMethods } from './python.mjs';
import { sectionsOf } from './sections.mjs';
import { readTypeScriptClient } from './typescript.mjs';

const root = new URL('../../', import.meta.url);
const document = readDocument(JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8')));
const methods = methodsOf(document);
const client = readTypeScriptClient(new URL('packages/sdk', root).pathname);

/**
 * The TypeScript client with one method changed.
 * @param {string} name
 * @param {object} change
 */
const changed = (name, change) => ({
  ...client,
  methods: client.methods.map((method) => (method.fullName === name ? { ...method, ...change } : method)),
});

const update = client.methods.find(({ fullName: name }) => name === 'agents.update');

describe('the TypeScript client', () => {
  it('has the methods of every operation', () => {
    expect(typeScriptProblems(methods, client)).toEqual([]);
    const runs = ['agents.runTools', 'messages.runTools'];
    const added = ['knowledgeSources.waitUntilReady', 'webhooks.unwrap', 'webhooks.sign', ...runs];
    expect(client.methods.map((method) => method.fullName).sort()).toEqual([...methods.map(fullName), ...added].sort());
  });

  it.each([
    ['lacks a method', { fullName: 'agents.change' }, 'PUT /api/agents/{id} has no method client.agents.update'],
    [
      'has another one',
      { fullName: 'agents.change' },
      'client.agents.change (packages/sdk/src/resources) is the method of no operation',
    ],
    [
      'calls another operation',
      { endpoint: 'PUT /api/me' },
      'calls PUT /api/me, and openapi.json says PUT /api/agents/{id}',
    ],
    ['does not take the path', { parameters: update?.parameters.slice(1) }, 'does not take id'],
    ['does not take the body', { parameters: update?.parameters.slice(0, 1) }, 'does not take systemPrompt'],
    [
      'takes something else',
      { parameters: [...(update?.parameters ?? []), { name: 'other', fields: undefined }] },
      'takes other, which its operation does not have',
    ],
    ['returns something else', { returns: 'PagePromise<Agent>' }, 'returns PagePromise<Agent>, and its operation data'],
  ])('is refused if it %s', (_what, change, message) => {
    expect(typeScriptProblems(methods, changed('agents.update', change)).join('\n')).toContain(message);
  });

  it('is refused if it has a method of its own without a reason', () => {
    expect(typeScriptProblems(methods, { ...client, helpers: ['request', 'magic'] })).toEqual([
      'client.magic (packages/sdk/src/client.ts) needs its reason in scripts/clients/parameters.mjs',
    ]);
  });
});

describe('the Python client', () => {
  const things = methods.filter((method) => fullName(method) === 'models.list');
  const source = (/** @type {string} */ list) =>
    `class X:\n    """The methods of \`client.models\`."""\n\n    async def ${list} -> ModelList:\n`;

  it.each([
    [
      'is the same',
      'list(self, *, limit: Union[int, NotGiven] = NOT_GIVEN, cursor: str, include_total: bool, sort: Optional[Union[Literal["a", "b"], NotGiven]] = None, options: X = None)',
      [],
    ],
    [
      'lacks a method',
      'other(self)',
      [
        'GET /api/models has no method client.models.list (python)',
        'client.models.other (python) is the method of no operation',
      ],
    ],
    [
      'has other parameters',
      'list(\n        self,\n        *,\n        limit: int,\n        cursor: str,\n        include_total: bool,\n        order: str,\n    )',
      [
        'client.models.list (python) does not take sort',
        'client.models.list (python) takes order, which its operation does not have',
      ],
    ],
  ])('is compared if it %s', (_what, list, problems) => {
    expect(pythonProblems(things, readMethods(source(list)), 'python')).toEqual(problems);
  });
});

describe('the errors', () => {
  const table = [304, 400, 401, 403, 404, 409, 412, 422, 429];
  const names = [
    'NotModified',
    'BadRequest',
    'Authentication',
    'PermissionDenied',
    'NotFound',
    'Conflict',
    'PreconditionFailed',
    'UnprocessableEntity',
    'RateLimit',
  ];
  const statuses = table.map((status, index) => `  ${status}: ${names[index]}Error,\n`).join('');
  const typeScript = `export class AError extends Error {}\nexport class BError<S extends number = number> extends AError {}\n${statuses}`;
  const python = `class AError(Exception):\nclass BError(AError):\n${statuses}`;

  it.each([
    ['are the same', python, []],
    ['lack one', python.replace(/class B.*\n/, ''), ['python/src/parley/_errors.py has no BError']],
    ['have another one', `${python}class CError(AError):\n`, ['packages/sdk/src/errors.ts has no CError']],
    [
      'have another base',
      python.replace('(AError)', '(Exception)'),
      ['python/src/parley/_errors.py: BError must extend AError'],
    ],
    [
      'have another one for a status',
      python.replace('NotFoundError', 'AError'),
      ['python/src/parley/_errors.py: the error of 404 must be NotFoundError'],
    ],
  ])('are compared if they %s', (_what, source, problems) => {
    expect(errorProblems({ typeScript, python: source })).toEqual(problems);
  });
});

describe('the codes of the clients themselves', () => {
  const typeScript = "export const clientErrorCodes = [\n  'a',\n  'aborted',\n] as const;";
  const python = (/** @type {string} */ codes) => `ClientErrorCode = Literal[\n    ${codes}\n]`;

  it('are compared, but for those of one client', () => {
    expect(codeProblems({ typeScript, python: python('"a",\n    "client_closed",') })).toEqual([]);
    expect(codeProblems({ typeScript, python: python('"b",') })).toEqual([
      'python/src/parley/_errors.py has no code a',
      'packages/sdk/src/client-error-codes.ts has no code b',
    ]);
  });
});

describe('generated files', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-files-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
    vi.restoreAllMocks();
  });

  it('are written once, and what is no longer one of them is removed', () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const options = { root: pathToFileURL(`${folder}/`), check: false, folders: ['a'], keeps: ['kept.py'] };
    applyFiles(
      new Map([
        ['a/b/c.py', '1'],
        ['a/old.py', '2'],
      ]),
      options,
    );
    writeFileSync(join(folder, 'a/kept.py'), '3');
    applyFiles(new Map([['a/b/c.py', '1']]), options);
    expect(log.mock.calls.flat()).toEqual(['2 files, 2 written, 0 removed', '1 files, 0 written, 1 removed']);
    expect(applyFiles(new Map([['a/b/c.py', '1']]), { ...options, check: true })).toBe(0);
  });

  it('fail the check if they differ, and are not written by it', () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    writeFileSync(join(folder, 'b.py'), 'old');
    expect(
      applyFiles(
        new Map([
          ['b.py', 'new'],
          ['c.py', 'new'],
        ]),
        { root: pathToFileURL(`${folder}/`), check: true },
      ),
    ).toBe(1);
    expect(error.mock.calls.flat()).toEqual(
      ['b.py', 'c.py'].map((file) => `${file} is not what openapi.json says. Write it with: npm run clients`),
    );
    expect(readFileSync(join(folder, 'b.py'), 'utf8')).toBe('old');
  });
});

it('a resource that no section names has one of its own at the end', () => {
  const [method] = methods;
  const other = { ...method, resource: ['lostParcels'] };
  const sections = sectionsOf(/** @type {import('./methods.mjs').Method[]} */ ([...methods, other]));
  expect(sections.at(-1)).toEqual({ title: 'Lost parcels', text: undefined, methods: [other] });
  expect(sections.flatMap((section) => section.methods)).toHaveLength(methods.length + 1);
});
