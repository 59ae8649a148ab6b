/** The error classes of both clients. */

/** The classes by status; a status of 500 and above has `InternalServerError`, and any other one `APIError`. */
export const ERRORS = new Map([
  [304, 'NotModifiedError'],
  [400, 'BadRequestError'],
  [401, 'AuthenticationError'],
  [403, 'PermissionDeniedError'],
  [404, 'NotFoundError'],
  [409, 'ConflictError'],
  [412, 'PreconditionFailedError'],
  [422, 'UnprocessableEntityError'],
  [429, 'RateLimitError'],
]);

/** Errors of one client, with the reason. */
const ONLY_TYPESCRIPT = new Map([
  ['APIUserAbortError', 'Python has no signal that aborts a call: tasks are cancelled, and threads interrupted'],
]);

/** Codes of one client's own errors, with the reason. */
const ONLY_ONE = new Map([
  ['aborted', 'Python has no signal that aborts a call'],
  ['key_in_browser', 'Python does not run in a page'],
  ['client_closed', 'the TypeScript client holds no connection and needs no closing'],
]);

const TYPESCRIPT = 'packages/sdk/src/errors.ts';
const PYTHON = 'python/src/parley/_errors.py';

/**
 * The differences between the errors of the two clients.
 * @param {{ typeScript: string, python: string }} sources
 * @returns {string[]}
 */
export function errorProblems({ typeScript, python }) {
  const expected = classesIn(typeScript, /^export class (\w+Error)(?:<.*>)? extends (\w+)/gm);
  const found = classesIn(python, /^class (\w+Error)\((\w+)\):/gm);
  for (const name of ONLY_TYPESCRIPT.keys()) expected.delete(name);
  const both = [...expected].filter(([name]) => found.has(name));
  return [
    ...[...expected.keys()].filter((name) => !found.has(name)).map((name) => `${PYTHON} has no ${name}`),
    ...[...found.keys()].filter((name) => !expected.has(name)).map((name) => `${TYPESCRIPT} has no ${name}`),
    ...both
      .filter(([name, base]) => found.get(name) !== inPython(base))
      .map(([name, base]) => `${PYTHON}: ${name} must extend ${inPython(base)}`),
    ...statusProblems(typeScript, TYPESCRIPT),
    ...statusProblems(python, PYTHON),
  ];
}

/**
 * The differences between the codes of the errors that the clients themselves throw.
 * @param {{ typeScript: string, python: string }} sources
 * @returns {string[]}
 */
export function codeProblems({ typeScript, python }) {
  const codesIn = (/** @type {string} */ list = '') =>
    [...list.matchAll(/['"](\w+)['"],/g)].map(([, code = '']) => code);
  const theirs = codesIn(/clientErrorCodes = \[([^\]]*)\]/.exec(typeScript)?.[1]);
  const ours = codesIn(/ClientErrorCode = Literal\[([^\]]*)\]/.exec(python)?.[1]);
  const problem = (/** @type {string} */ place) => (/** @type {string} */ code) => `${place} has no code ${code}`;
  return [
    ...theirs.filter((code) => !ours.includes(code) && !ONLY_ONE.has(code)).map(problem(PYTHON)),
    ...ours
      .filter((code) => !theirs.includes(code) && !ONLY_ONE.has(code))
      .map(problem('packages/sdk/src/client-error-codes.ts')),
  ];
}

/**
 * The classes in a source with their bases.
 * @param {string} source
 * @param {RegExp} pattern
 */
const classesIn = (source, pattern) =>
  new Map([...source.matchAll(pattern)].map(([, name = '', base = '']) => /** @type {const} */ ([name, base])));

/** @param {string} base */
const inPython = (base) => (base === 'Error' ? 'Exception' : base);

/**
 * Lists the problems if a source lacks the class of each status.
 * @param {string} source
 * @param {string} place
 */
function statusProblems(source, place) {
  const found = new Map(
    [...source.matchAll(/^ +(\d{3}): (\w+Error),$/gm)].map(([, status, name]) => [Number(status), name]),
  );
  const statuses = new Set([...ERRORS.keys(), ...found.keys()]);
  return [...statuses]
    .filter((status) => ERRORS.get(status) !== found.get(status))
    .map((status) => `${place}: the error of ${status} must be ${ERRORS.get(status) ?? 'that of other statuses'}`);
}
