/** The docstring of a method: its effect, its parameters, its result, and its errors. */
import { ERRORS } from '../../scripts/clients/errors.mjs';
import { isLog } from '../../scripts/clients/parameters.mjs';
import { snake } from '../../scripts/clients/spelling.mjs';
import { wrap } from './format.mjs';

/**
 * @import { Method } from '../../scripts/clients/methods.mjs'
 * @import { Context } from './results.mjs'
 * @import { Parameter } from './signatures.mjs'
 */

const ITEM = ' '.repeat(12);
const MORE = ' '.repeat(16);

/** A sentence about following the log, beside the description of its operation. */
const FOLLOWED =
  'This method follows the events from now on, or after `cursor` or `created_after`, for as long as they are read. ' +
  'After a lost connection or a failure of the service it continues after the last event.';

/** @param {number} status */
const errorOf = (status) => ERRORS.get(status) ?? (status >= 500 ? 'InternalServerError' : 'APIError');

/**
 * The paragraphs of the docstring.
 * @param {Method} method
 * @param {{ parameters: Parameter[], returns: string, context: Context }} given
 */
export function methodDoc(method, { parameters, returns, context: { say } }) {
  const { operation, role } = method;
  const { summary, description, failures } = operation;
  return [
    say(
      role === 'preview' ? `Count what this would delete, and delete nothing: ${uncapital(summary)}.` : `${summary}.`,
    ),
    ...(role === 'preview' ? [] : description.split('\n\n').filter(Boolean).map(say)),
    ...(role === 'stream' && isLog(operation) ? [FOLLOWED] : []),
    section('Args', [...parameters.map((parameter) => argument(parameter, say)), argumentOfOptions(operation.headers)]),
    section('Returns', [returned(method, returns)]),
    section('Raises', raised(failures)),
  ];
}

/** @param {string} title @param {string[]} items */
const section = (title, items) =>
  [
    `        ${title}:`,
    ...items.flatMap((item) => wrap(item, { first: ITEM, rest: title === 'Returns' ? ITEM : MORE })),
  ].join('\n');

/** @param {string} text */
const uncapital = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** @param {Parameter} parameter @param {(text: string) => string} say */
const argument = ({ name, description, required }, say) =>
  // A method that is not the preview needs it.
  `${name}: ${say(required ? description.replace(/ Required unless `dryRun` is true\./, '') : description)}`;

/** @param {string[]} headers */
function argumentOfOptions(headers) {
  const own = headers.filter((name) => name !== 'Last-Event-ID').map((name) => `\`${snake(name)}\``);
  return `options: \`${['timeout', 'max_retries', 'headers', 'extra_query', 'extra_body'].join('`, `')}\`${own.map((name) => `, ${name}`).join('')} of this call.`;
}

/** @param {Method} method @param {string} returns */
function returned({ operation: { result }, role }, returns) {
  if (returns === 'Confirmation') return 'A sentence that says what was done.';
  if (returns === 'AsyncMessageStream')
    return 'The events of the reply, its text, or its final message. The request is sent when it is read.';
  if (['AsyncConversationEvents', 'AsyncConversationChangeEvents', 'AsyncWorkspaceEvents'].includes(returns))
    return 'The events, for as long as they are read.';
  if (returns === 'AsyncSuggestionEvents') return 'The events up to the end. Each loop over it sends a request.';
  if (returns === 'AsyncTextParts') return 'The text, in parts or whole. The request is sent when it is read.';
  if (role === 'call' && result.kind === 'page')
    return 'A page of the list. Iterating over it continues through all pages.';
  return `${/^[AEIOU](?!s)/.test(returns) ? 'An' : 'A'} \`${returns}\`.`;
}

/**
 * The error classes with the codes of each; the status, if the class does not tell.
 * @param {import('../../scripts/clients/document.mjs').Failures[]} failures
 */
function raised(failures) {
  /** @type {Map<string, string[]>} */
  const byClass = new Map();
  for (const { status, codes } of failures) {
    const name = errorOf(status);
    const quoted = codes.map((code) => `\`${code}\`${ERRORS.has(status) ? '' : ` (${status})`}`);
    byClass.set(name, [...(byClass.get(name) ?? []), ...quoted]);
  }
  // The class that stands for all other statuses comes last.
  const sorted = [...byClass].sort(([one], [other]) => Number(one === 'APIError') - Number(other === 'APIError'));
  return sorted.map(([name, codes]) => `${name}: ${codes.join(', ')}.`);
}
