/** Compares the methods of the clients, and their parameters, with the operations. */
import { fullName } from './methods.mjs';
import { attribute, camel, pathName, snake } from './spelling.mjs';

/**
 * @import { Method } from './methods.mjs'
 * @import { PythonMethod } from './python.mjs'
 * @import { TypeScriptClient, TypeScriptMethod } from './typescript.mjs'
 */

/** Methods of the TypeScript client itself, which belong to no operation, and why. */
const HELPERS = new Map([
  ['request', 'calls an operation that this version has no method for'],
  ['withOptions', 'returns a client with other options'],
]);

/** Methods of resources that belong to no operation, and why; in Python with its spelling. */
const ADDED = new Map([
  ['knowledgeSources.waitUntilReady', 'retrieves a source until its sync has ended'],
  ['agents.runTools', 'sends a message, and answers the tool calls of its reply'],
  ['messages.runTools', 'sends a message, and answers the tool calls of its reply'],
  ['webhooks.unwrap', 'checks a body that was received'],
  ['webhooks.sign', 'signs a body'],
]);
const isAdded = (/** @type {string} */ name) =>
  [...ADDED.keys()].some((added) => name === added || name === added.split('.').map(snake).join('.'));

const TYPESCRIPT = 'packages/sdk/src/resources';

/** The return types of a method of the TypeScript client, by the kind of result. */
const RETURNS = {
  data: /^APIPromise<(?!Confirmation>)\w+>$/,
  page: /^PagePromise<\w+>$/,
  message: /^APIPromise<Confirmation>$/,
  text: /^TextParts$/,
  events: /^(MessageStream|AsyncIterable<\w+>)$/,
};

/**
 * The differences between the TypeScript client and the operations.
 * @param {Method[]} methods
 * @param {TypeScriptClient} client
 */
export function typeScriptProblems(methods, client) {
  const found = new Map(client.methods.map((method) => [method.fullName, method]));
  const known = new Set(methods.map(fullName));
  return [
    ...methods.flatMap((method) => {
      const other = found.get(fullName(method));
      return other === undefined ? [missing(method, fullName(method), TYPESCRIPT)] : compare(method, other);
    }),
    ...client.methods
      .filter((method) => !known.has(method.fullName) && !isAdded(method.fullName))
      .map((method) => `client.${method.fullName} (${TYPESCRIPT}) is the method of no operation`),
    ...client.helpers
      .filter((name) => !HELPERS.has(name))
      .map((name) => `client.${name} (packages/sdk/src/client.ts) needs its reason in scripts/clients/parameters.mjs`),
  ];
}

/** @param {Method} method @param {string} name @param {string} place */
const missing = ({ operation: { verb, path } }, name, place) =>
  `${verb} ${path} has no method client.${name} (${place})`;

/**
 * @param {Method} method
 * @param {TypeScriptMethod} found
 * @returns {string[]}
 */
function compare(method, found) {
  const { operation, role } = method;
  const place = `client.${found.fullName} (${TYPESCRIPT})`;
  const endpoint = `${operation.verb} ${operation.path}`;
  const kind = {
    call: operation.result.kind,
    stream: /** @type {const} */ ('events'),
    preview: /** @type {const} */ ('data'),
    upload: operation.result.kind,
  }[role];
  return [
    ...(found.endpoint === endpoint ? [] : [`${place} calls ${found.endpoint}, and openapi.json says ${endpoint}`]),
    ...(RETURNS[kind].test(found.returns) ? [] : [`${place} returns ${found.returns}, and its operation ${kind}`]),
    ...parameterProblems(method, found).map((problem) => `${place} ${problem}`),
  ];
}

/**
 * @param {Method} method
 * @param {TypeScriptMethod} found
 */
function parameterProblems({ operation, role, query, body }, { parameters, ownOptions }) {
  const taken = [
    ...parameters.flatMap(({ name, fields }) => fields?.map((field) => field.name) ?? [name]),
    ...ownOptions,
  ];
  const named = [...query, ...body].map(({ name }) => name);
  const followed = [...(isFollowed(operation) ? ['lastEventId'] : []), ...(role === 'upload' ? ['onProgress'] : [])];
  const rest = taken.filter((name) => !named.includes(name) && !followed.includes(name));
  // `{id}` is `id`, or has the name of what it identifies.
  const ids = operation.path_.map(({ name }) => [name, camel(pathName(name, operation.path))]);
  return [
    ...[...named, ...followed].filter((name) => !taken.includes(name)).map((name) => `does not take ${name}`),
    ...ids.filter((names) => !names.some((name) => rest.includes(name))).map(([name]) => `does not take ${name}`),
    ...rest
      .filter((name) => !ids.some((names) => names.includes(name)))
      .map((name) => `takes ${name}, which its operation does not have`),
  ];
}

/**
 * True if an operation sends events for as long as they are read, so that a caller can say where to continue.
 * @param {Pick<Method['operation'], 'result'>} operation
 */
export const isFollowed = ({ result }) =>
  result.kind === 'events' && !(result.schema.$ref ?? '').endsWith('/ReplyStreamEvent');

/**
 * True if an operation streams the log of events, which the clients follow by its pages.
 * @param {Pick<Method['operation'], 'events'>} operation
 */
export const isLog = ({ events }) => (events?.$ref ?? '').endsWith('/WorkspaceEventStreamEvent');

/**
 * True if an operation streams a suggestion, which has events of its own.
 * @param {Pick<Method['operation'], 'events'>} operation
 */
export const isSuggested = ({ events }) => (events?.$ref ?? '').endsWith('/SuggestionStreamEvent');

/**
 * The differences between one of the Python clients and the operations.
 * @param {Method[]} methods
 * @param {PythonMethod[]} found
 * @param {string} place
 */
export function pythonProblems(methods, found, place) {
  const byName = new Map(found.map((method) => [method.fullName, method]));
  const known = new Set(methods.map(pythonName));
  return [
    ...methods.flatMap((method) => {
      const other = byName.get(pythonName(method));
      if (other === undefined) return [missing(method, pythonName(method), place)];
      const expected = pythonParameters(method);
      const unlike = [
        ...expected.filter((name) => !other.parameters.includes(name)).map((name) => `does not take ${name}`),
        ...other.parameters
          .filter((name) => !expected.includes(name))
          .map((name) => `takes ${name}, which its operation does not have`),
      ];
      return unlike.map((problem) => `client.${other.fullName} (${place}) ${problem}`);
    }),
    ...found
      .filter(({ fullName: name }) => !known.has(name) && !isAdded(name))
      .map(({ fullName: name }) => `client.${name} (${place}) is the method of no operation`),
  ];
}

/** @param {Method} method */
const pythonName = (method) => fullName(method).split('.').map(snake).join('.');

/** @param {Method} method */
const pythonParameters = ({ operation, role, query, body }) => [
  ...operation.path_.map(({ name }) => pathName(name, operation.path)),
  ...[...query, ...body].map(({ name }) => attribute(name)),
  ...(isFollowed(operation) ? ['last_event_id'] : []),
  ...(role === 'upload' ? ['on_progress'] : []),
];
