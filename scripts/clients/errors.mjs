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
 * The classes in a source with their bases.
 * @param {string} source
 * @param {RegExp} pattern
 */
const classesIn = (source, pattern) =>
  new Map([...source.matchAll(pattern)].map(([, name = '', base = '']) => /** @type {const} */ ([name, base])));

/** @param {string} base */
const inPython = (base) => (base === 'Error' ? 'Exception' : base);

/**
 * Whether a source has the class of each status.
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
