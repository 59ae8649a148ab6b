/** python/api.md: the list of all methods. */
import { fullName } from '../../scripts/clients/methods.mjs';
import { isLog, isSuggested } from '../../scripts/clients/parameters.mjs';
import { operationOf, sectionsOf, table } from '../../scripts/clients/sections.mjs';
import { attribute, listed } from '../../scripts/clients/spelling.mjs';
import { returnsOf } from './resources.mjs';
import { parametersOf } from './signatures.mjs';

/**
 * @import { Method } from '../../scripts/clients/methods.mjs'
 * @import { Context } from './results.mjs'
 */

const INTRODUCTION = `# Methods

<!-- Generated from openapi.json by \`npm run clients\`. Do not edit. -->

The methods of \`Parley\`; those of \`AsyncParley\` have the same names and parameters, and are awaited. Path parameters are
positional, and all others are keywords: those after \`…\` are optional. Left out, a parameter is not sent; None is JSON's
null. \`options\` is always the last keyword and optional: \`timeout\`, \`max_retries\`, \`idempotency_key\`, \`if_match\`,
\`if_none_match\`, \`headers\`, \`extra_headers\`, \`extra_query\`, \`extra_body\`. Each method's docstring describes its
parameters, its result and its errors.

A \`Page[T]\` has one page in \`items\`, and iterating over it continues through all pages. With \`AsyncParley\`, a list can be
awaited for one page or iterated with \`async for\`. \`Confirmation\` has a \`message\`.

A \`MessageStream\` is read once: as events, as pieces of text with \`.text\`, or with \`.final()\`, which returns a
\`Message\`, or None if a person has taken over. \`TextParts\` is iterated, or read completely with \`.text()\` or
\`.bytes()\`. Both send their request when they are read. \`ConversationEvents\` continue after a lost connection, until you stop reading or the
conversation is deleted, and \`ConversationChangeEvents\` until you stop reading.`;

/** @param {Context} context */
export function referencePage(context) {
  const sections = sectionsOf(context.methods).map(({ title, text, methods }) => {
    const rows = methods
      .filter(({ role }) => role !== 'stream')
      .map((method) => [operationOf(method), `\`${callOf(method, context)}\``, `\`${resultOf(method)}\``]);
    const parts = [
      text && context.say(text),
      table(['Operation', 'Method', 'Returns'], rows),
      streamSentence(methods.filter(({ role }) => role === 'stream')),
    ];
    return [`## ${title}`, ...parts.filter((part) => part !== undefined)].join('\n\n');
  });
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

/** @param {Method} method */
const nameOf = (method) => fullName(method).split('.').map(attribute).join('.');

/** @param {Method} method @param {Context} context */
function callOf(method, context) {
  const parameters = parametersOf(method, context);
  const named = (/** @type {boolean} */ required) =>
    parameters.filter((one) => one.place !== 'path' && one.required === required).map(({ name }) => `${name}=`);
  const optional = named(false);
  const items = [
    ...parameters.filter(({ place }) => place === 'path').map(({ name }) => name),
    ...named(true),
    ...(optional.length === 0 ? [] : ['…', ...optional]),
  ];
  return `client.${nameOf(method)}(${items.join(', ')})`;
}

/** @param {Method} method */
const resultOf = (method) => returnsOf(method).replace('AsyncPagePromise', 'Page').replace('Async', '');

/** @param {Method[]} streams */
function streamSentence(streams) {
  if (streams.length === 0) return undefined;
  const names = listed(streams.map((method) => `\`client.${nameOf(method)}\``));
  const twins = listed(
    streams.map(({ operation }) => `\`${attribute(operation.client.method.split('.').at(-1) ?? '')}\``),
  );
  if (streams.some(({ operation }) => isLog(operation))) {
    return `${names} takes the filters of ${twins}, and returns \`WorkspaceEvents\`, which continue until you stop reading.`;
  }
  if (streams.some(({ operation }) => isSuggested(operation))) {
    return `${names} takes the same parameters as ${twins}, and returns \`SuggestionEvents\`.`;
  }
  return streams.length === 1
    ? `${names} takes the same parameters as ${twins}, and returns a \`MessageStream\`.`
    : `${names} take the same parameters as ${twins}, and return a \`MessageStream\`.`;
}
