/** The methods that both clients have, with their parameters by their names on the wire. */

/**
 * @import { Document, Field, Operation } from './document.mjs'
 * @typedef {object} Method
 * @property {string[]} resource such as workspaces, members
 * @property {string} name in camelCase
 * @property {'call' | 'stream' | 'preview' | 'upload'} role whether it returns the result, the stream of it, or what
 *   would be done; or sends a form with a file
 * @property {Operation} operation
 * @property {Field[]} query what it takes for the query
 * @property {Field[]} body what it takes for the body
 * @property {Record<string, boolean>} fixed what it sends without being asked
 */

import { PREVIEW, STREAM } from './document.mjs';

/**
 * Every method, in the order of the operations; throws if two have the same name.
 * @param {Document} document
 * @returns {Method[]}
 */
export function methodsOf({ operations }) {
  const methods = operations.flatMap(methodsOfOperation);
  const names = methods.map(fullName);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`${twice} is the method of two operations`);
  return methods;
}

/** Parameters of pages, which a stream has not. */
const PAGING = ['limit', 'sort', 'wait'];

/** @param {Field} field */
const isFilter = ({ name }) => !PAGING.includes(name);

/** @param {Pick<Method, 'resource' | 'name'>} method */
export const fullName = ({ resource, name }) => [...resource, name].join('.');

/**
 * @param {Operation} operation
 * @returns {Method[]}
 */
function methodsOfOperation(operation) {
  const { client, id } = operation;
  if ((client.stream === undefined) !== (operation.events === undefined || operation.result.kind === 'events')) {
    throw new Error(`${id}: an operation that can stream names a method for it (clientStream), and no other does`);
  }
  if ((client.preview === undefined) !== (operation.preview === undefined)) {
    throw new Error(`${id}: an operation with a preview names a method for it (clientPreview), and no other does`);
  }
  const query = operation.query.filter(({ name }) => name !== PREVIEW);
  const body = (operation.body ?? []).filter(({ name }) => name !== STREAM);
  const isForm = operation.form !== undefined && operation.body === undefined;
  if ((client.upload === undefined) !== (operation.form === undefined || isForm)) {
    throw new Error(`${id}: an operation that takes JSON or a form names a method for each, and no other does`);
  }
  const sent = [...(operation.form?.files ?? []), ...(operation.form?.fields ?? [])];
  // A preview doesn't need the fields that confirm the real operation. So the real operation needs them.
  const needed = (/** @type {Field[]} */ fields) =>
    client.preview === undefined ? fields : fields.map((field) => ({ ...field, required: true }));
  /** @type {Method[]} */
  const methods = [
    isForm
      ? { ...named(client.method), role: 'upload', operation, query, body: sent, fixed: {} }
      : { ...named(client.method), role: 'call', operation, query: needed(query), body: needed(body), fixed: {} },
  ];
  if (client.upload !== undefined) {
    methods.push({ ...named(client.upload), role: 'upload', operation, query, body: sent, fixed: {} });
  }
  if (client.stream !== undefined) {
    methods.push(
      operation.body === undefined
        ? // A stream without a body is asked for by its media type, and has neither pages nor an order.
          { ...named(client.stream), role: 'stream', operation, query: query.filter(isFilter), body, fixed: {} }
        : { ...named(client.stream), role: 'stream', operation, query, body, fixed: { [STREAM]: true } },
    );
  }
  if (client.preview !== undefined) {
    methods.push({
      ...named(client.preview),
      role: 'preview',
      operation,
      query: [],
      body: [],
      fixed: { [PREVIEW]: true },
    });
  }
  return methods;
}

/** @param {string} full */
function named(full) {
  const resource = full.split('.');
  const name = resource.pop() ?? '';
  return { resource, name };
}
