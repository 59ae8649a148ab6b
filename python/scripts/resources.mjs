/** The resources of the asynchronous client: one class a resource, one method an operation. */
import { componentOf } from '../../scripts/clients/document.mjs';
import { isFollowed, isLog, isSuggested } from '../../scripts/clients/parameters.mjs';
import { attribute, pascal, singular, snake } from '../../scripts/clients/spelling.mjs';
import { bracketed, docstring, importOf, pythonFile, TYPING } from './format.mjs';
import { methodDoc } from './method-doc.mjs';
import { declared, parametersOf } from './signatures.mjs';

/**
 * @import { Method } from '../../scripts/clients/methods.mjs'
 * @import { Context } from './results.mjs'
 * @import { Parameter } from './signatures.mjs'
 * @typedef {{ path: string[], methods: Method[], children: string[] }} Resource
 */

/**
 * The resources in the order of their first operations, those inside others included.
 * @param {Method[]} methods
 * @returns {Resource[]}
 */
function resourcesOf(methods) {
  /** @type {Map<string, Resource>} */
  const found = new Map();
  for (const method of methods) {
    const key = method.resource.join('.');
    const resource = found.get(key) ?? { path: method.resource, methods: [], children: [] };
    resource.methods.push(method);
    found.set(key, resource);
  }
  for (const { path } of found.values()) {
    const parent = found.get(path.slice(0, -1).join('.'));
    if (path.length > 2) throw new Error(`${path.join('.')}: a resource is inside one other at most`);
    if (path.length === 2 && parent === undefined) throw new Error(`${path.join('.')}: ${path[0]} has no methods`);
    parent?.children.push(path.at(-1) ?? '');
  }
  return [...found.values()];
}

/** @param {string[]} path */
const nameOf = (path) => [...path.slice(0, -1).map(singular), path.at(-1) ?? ''].map(pascal).join('');

/** @param {string[]} path */
const className = (path) => `Async${nameOf(path)}Resource`;

/** Additions to a resource's operations, written by hand: the class and its module. */
const MIXINS = new Map([
  ['agents', { name: 'AsyncAgentToolRuns', module: '.._tool_runs' }],
  ['messages', { name: 'AsyncMessageToolRuns', module: '.._tool_runs' }],
  ['knowledgeSources', { name: 'AsyncSourceWaiting', module: '.._source_waiting' }],
  ['webhooks', { name: 'AsyncWebhookSignatures', module: '.._webhook_signatures' }],
]);

/** Small resources that are in the module of another one: a folder has at most 20 files. */
const SHARED = new Map([
  ['passwordResets', 'password'],
  ['toolCalls', 'tools'],
  ['approvalLinks', 'tools'],
  ['teams', 'workspaces'],
  ['savedReplies', 'workspaces'],
  ['views', 'workspaces'],
  ['citations', 'knowledgeSources'],
]);

/** @param {string[]} path */
const moduleName = ([top = '']) => snake(SHARED.get(top) ?? top);

/**
 * The files of the resources by their names.
 * @param {Context} context
 * @param {string[]} types the names that `parley.types` has
 * @returns {Map<string, string>}
 */
export function resourceFiles(context, types) {
  const resources = resourcesOf(context.methods);
  /** @type {Map<string, Resource[]>} */
  const modules = new Map();
  for (const top of resources.filter(({ path }) => path.length === 1)) {
    const name = moduleName(top.path);
    const inside = resources.filter(({ path }) => path.length === 2 && path[0] === top.path[0]);
    modules.set(name, [...(modules.get(name) ?? []), ...inside, top]);
  }
  const files = new Map([...modules].map(([name, all]) => [`${name}.py`, resourceFile(all, context, types)]));
  return files.set('__init__.py', indexFile(resources));
}

/**
 * A file with resources, each after those inside it.
 * @param {Resource[]} resources
 * @param {Context} context
 * @param {string[]} types
 */
function resourceFile(resources, context, types) {
  const classes = resources.map((resource) => classOf(resource, context));
  const code = classes.flat().join('\n');
  const tops = resources.filter(({ path }) => path.length === 1).map(({ path }) => path.join('.'));
  const mixins = tops.flatMap((top) => MIXINS.get(top) ?? []);
  const internal = [
    ['..._files', ['FileInput', 'OnProgress']],
    ['..._request', ['NOT_GIVEN', 'NotGiven', 'Request', 'RequestOptions', 'renamed']],
    ['...types', types],
    ['.._api', ['AsyncApi']],
    ['.._conversation_events', ['AsyncConversationChangeEvents', 'AsyncConversationEvents']],
    ['.._message_stream', ['AsyncMessageStream']],
    ['.._page_promise', ['AsyncPagePromise']],
    ['.._suggestion_events', ['AsyncSuggestionEvents']],
    ...mixins.map(({ module, name }) => [module, [name]]),
    ['.._text_parts', ['AsyncTextParts']],
    ['.._workspace_events', ['AsyncWorkspaceEvents']],
  ];
  return pythonFile({
    doc: `The methods of ${tops
      .map((top) => `\`client.${snake(top)}\``)
      .sort()
      .join(' and ')}.`,
    imports: [
      [importOf('datetime', ['date', 'datetime'], code), importOf('typing', TYPING, code)],
      internal.map(([module, names]) => importOf(/** @type {string} */ (module), names ?? [], code)),
    ],
    parts: classes,
  });
}

/**
 * @param {Resource} resource
 * @param {Context} context
 */
function classOf({ path, methods, children }, context) {
  const fields = children.map((child) => `        self.${snake(child)} = ${className([...path, child])}(api)`);
  const mixin = MIXINS.get(path.join('.'));
  return [
    `class ${className(path)}${mixin === undefined ? '' : `(${mixin.name})`}:`,
    `    """The methods of \`client.${path.map(snake).join('.')}\`."""`,
    '',
    '    def __init__(self, api: AsyncApi) -> None:',
    mixin === undefined ? '        self._api = api' : '        super().__init__(api)',
    ...fields,
    ...methods.flatMap((method) => ['', ...methodLines(method, context)]),
  ];
}

/** @param {Resource[]} resources */
function indexFile(resources) {
  const top = resources.filter(({ path }) => path.length === 1).map(({ path }) => path);
  const lines = [
    'class AsyncResources:',
    '    """The resources of a client."""',
    '',
    '    def __init__(self, api: AsyncApi) -> None:',
    ...top.map((path) => `        self.${path.map(snake).join('.')} = ${className(path)}(api)`),
  ];
  const modules = [...new Set(top.map(moduleName))].sort();
  const classesOf = (/** @type {string} */ module) => top.filter((path) => moduleName(path) === module).map(className);
  return pythonFile({
    doc: 'The resources of a client.',
    imports: [
      [
        ['from .._api import AsyncApi'],
        ...modules.map((module) => importOf(`.${module}`, classesOf(module), lines.join('\n'))),
      ],
    ],
    parts: [lines],
  });
}

/**
 * @param {Method} method
 * @param {Context} context
 */
function methodLines(method, context) {
  const parameters = parametersOf(method, context);
  const returns = returnsOf(method);
  const call = callOf(returns);
  const positional = parameters.filter(({ place }) => place === 'path');
  const keywords = parameters.filter(({ place }) => place !== 'path');
  const options = 'options: Optional[RequestOptions] = None';
  const items = ['self', ...positional.map(declared), '*', ...keywords.map(declared), options];
  return [
    ...bracketed({
      head: `${call.startsWith('await') ? 'async def' : 'def'} ${attribute(method.name)}(`,
      items,
      tail: `) -> ${returns}:`,
      indent: '    ',
    }),
    ...docstring(methodDoc(method, { parameters, returns, context }), '        '),
    ...requestLines(method, parameters),
    `        return ${call}`,
  ];
}

/**
 * The request that a method sends.
 * @param {Method} method
 * @param {Parameter[]} parameters
 */
function requestLines({ operation, role, fixed }, parameters) {
  const { verb, path, client, headers } = operation;
  const inPlace = (/** @type {string} */ place) =>
    parameters.filter((parameter) => parameter.place === place).map(({ wire, value }) => `"${wire}": ${value}`);
  const constants = Object.entries(fixed).map(([wire, value]) => `"${wire}": ${value ? 'True' : 'False'}`);
  const hasBody = operation.body !== undefined && role !== 'preview' && role !== 'upload';
  const parts = [
    [`method="${verb}"`],
    [`path="${path}"`],
    mapping('params', inPlace('path')),
    mapping('query', role === 'preview' ? constants : inPlace('query')),
    hasBody ? mapping('body', [...inPlace('body'), ...(role === 'stream' ? constants : [])], 'body={}') : [],
    mapping('form', inPlace('form')),
    parameters.filter(({ place }) => place === 'file').map(({ value }) => `file=${value}`),
    role === 'upload' ? ['on_progress=on_progress'] : [],
    headers.includes('Idempotency-Key') ? ['keyed=True'] : [],
    client.repeats === undefined ? [] : [`repeats=${client.repeats ? 'True' : 'False'}`],
    client.slow === true && role === 'call' ? ['slow=True'] : [],
  ].filter((lines) => lines.length > 0);
  const single = `        request = Request(${parts.flat().join(', ')})`;
  if (single.length <= 120 && parts.every((lines) => lines.length === 1)) return [single];
  const lines = parts.flatMap((part) =>
    part.map((line, index) => `            ${line}${index === part.length - 1 ? ',' : ''}`),
  );
  return ['        request = Request(', ...lines, '        )'];
}

/**
 * A mapping as an argument, on one line if it fits.
 * @param {string} name
 * @param {string[]} pairs
 * @param {string} [empty] its text without any pairs
 */
function mapping(name, pairs, empty) {
  if (pairs.length === 0) return empty === undefined ? [] : [empty];
  return bracketed({ head: `${name}={`, items: pairs, tail: '}', indent: ' '.repeat(12) }).map((line) =>
    line.slice(12),
  );
}

/**
 * Returns the return type of a method of the asynchronous client.
 * @param {Method} method
 */
export function returnsOf({ operation, role }) {
  const { result, preview } = operation;
  if (role === 'preview' && preview !== undefined) return componentOf(preview) ?? '';
  if (role === 'stream' || result.kind === 'events') return streamOf(operation);
  if (result.kind === 'page') return `AsyncPagePromise[${componentOf(result.schema) ?? ''}]`;
  if (result.kind === 'data') return componentOf(result.schema) ?? '';
  return { text: 'AsyncTextParts', message: 'Confirmation' }[result.kind];
}

/** @param {Method['operation']} operation */
function streamOf(operation) {
  if (isLog(operation)) return 'AsyncWorkspaceEvents';
  if (isSuggested(operation)) return 'AsyncSuggestionEvents';
  if (!isFollowed(operation)) return 'AsyncMessageStream';
  const ofChanges = operation.events !== undefined && componentOf(operation.events) === 'ConversationChangeStreamEvent';
  return ofChanges ? 'AsyncConversationChangeEvents' : 'AsyncConversationEvents';
}

/**
 * Returns a method's call of the core; only a result that comes whole is awaited.
 * @param {string} returns
 */
function callOf(returns) {
  if (returns === 'AsyncMessageStream') return 'self._api.stream(request, options)';
  if (returns === 'AsyncConversationEvents') return 'self._api.follow(request, options, last_event_id)';
  if (returns === 'AsyncConversationChangeEvents') return 'self._api.watch(request, options, last_event_id)';
  if (returns === 'AsyncSuggestionEvents') return 'self._api.suggest(request, options)';
  if (returns === 'AsyncWorkspaceEvents') return 'self._api.follow_log(request, options)';
  if (returns === 'AsyncTextParts') return 'self._api.download(request, options)';
  const item = /^AsyncPagePromise\[(.*)\]$/.exec(returns)?.[1];
  return item === undefined
    ? `await self._api.call(request, ${returns}, options)`
    : `self._api.list(request, ${item}, options)`;
}
