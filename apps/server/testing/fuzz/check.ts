import { documentProblems, mediaType } from '../conversations/documented-replies.ts';
import { bugBehind, envelopeProblems, jsonOf, type WireReply, type WireRequest } from '../processes/wire.ts';
import type { Operation } from './document.ts';
import type { Draft } from './draft.ts';
import type { Row } from './row.ts';

/** Max characters of a request or a reply in a report. */
const shown = 600;

/** A sent request: its draft, the real request and the reply. */
export interface Exchange {
  readonly operation: Operation;
  readonly draft: Draft;
  readonly row: Row;
  readonly request: WireRequest;
  readonly reply: WireReply;
}

/** The problems of an exchange, one text each; `log` is the server's. */
export function problemsOf(exchange: Exchange, log: () => string): string[] {
  const { operation, draft, request, reply } = exchange;
  const documented = documentProblems(operation, reply, request.path.split('?')[1]);
  const problems = [...documented, ...wrapProblems(exchange), ...outcomeProblems(exchange)];
  if (problems.length === 0) return [];
  const { method, path, headers, body } = request;
  const sent = JSON.stringify({ ...headers, authorization: undefined, cookie: undefined });
  const content = clip(typeof body === 'object' && !(body instanceof Uint8Array) ? JSON.stringify(body) : textOf(body));
  const bug = reply.status >= 500 ? `\n  ${bugBehind(reply, log())}` : '';
  const what = draft.breaks === undefined ? 'valid' : `breaks ${draft.breaks}`;
  const asked = `${method} ${clip(path)} ${sent} ${content}`;
  return problems.map((problem) => `${problem} (${what})\n  ${asked}\n  ${reply.status} ${clip(reply.text)}${bug}`);
}

/** The problems of what a body is wrapped in. */
function wrapProblems({ row, reply }: Exchange): string[] {
  if (row.isForeign === true && reply.status < 300) return [];
  return isStream(reply) ? streamProblems(reply) : envelopeProblems(reply);
}

const textOf = (body: string | Uint8Array | undefined) => Buffer.from(body ?? '').toString();

const clip = (text: string) => (text.length > shown ? `${text.slice(0, shown)}… (${text.length} characters)` : text);

/** Bodies other than a JSON envelope: events and exports, which are streamed. */
const isStream = (reply: WireReply): boolean => reply.status < 300 && mediaType(reply) !== 'application/json';

/** The events that end a stream; exactly one of them comes, as the last. */
const terminal = [
  'message.completed',
  'message.failed',
  'message.cancelled',
  'suggestion.completed',
  'suggestion.failed',
];

/** The problems of a streamed body. */
function streamProblems(reply: WireReply): string[] {
  const { text, headers } = reply;
  const problems = headers['x-content-type-options'] === 'nosniff' ? [] : ['lacks X-Content-Type-Options'];
  try {
    if (mediaType(reply) === 'application/jsonl') for (const line of text.split('\n').slice(0, -1)) JSON.parse(line);
    if (mediaType(reply) !== 'text/event-stream') return problems;
    const events = text.split('\n\n').filter((block) => block !== '' && !block.startsWith(':'));
    const names = events.map((block) => /(?:^|\n)event: ([^\n]*)/.exec(block)?.[1] ?? '');
    for (const block of events) JSON.parse(/(?:^|\n)data: ([^\n]*)/.exec(block)?.[1] ?? '');
    // The events of a conversation begin with its state and never end: what was read of them was cut after it.
    if (names[0] === 'conversation.updated') return problems;
    const ends = names.map((name) => terminal.includes(name));
    return ends.indexOf(true) === ends.length - 1 ? problems : [...problems, `ends with ${names.join()}`];
  } catch {
    return [...problems, 'carries what is no JSON'];
  }
}

/** The most bytes of a JSON body. */
const maxJsonBytes = 1024 * 1024;

/** True if all fields at their longest exceed the limit of a JSON body together. */
const isTooLarge = ({ body }: Exchange['draft']) =>
  body !== undefined && Buffer.byteLength(JSON.stringify(body)) > maxJsonBytes;

/**
 * True if a refusal is right though the draft is valid by itself, or because it is too large as a whole. A request that
 * is refused anyway may be refused before its precondition is looked at (RFC 9110, section 13.2.1).
 */
const isExcused = ({ draft, row, reply }: Pick<Exchange, 'draft' | 'row' | 'reply'>, code: string) =>
  ((draft.status === undefined || draft.status === 412) && row.conflicts?.[code] !== undefined) ||
  (reply.status === 413 && isTooLarge(draft));

function outcomeProblems({ draft, row, reply }: Exchange): string[] {
  const { status } = reply;
  const body = status === 304 || isStream(reply) ? {} : jsonOf(reply);
  if (row.refusal !== undefined) return body['code'] === row.refusal ? [] : [`is not refused with ${row.refusal}`];
  if (isExcused({ draft, row, reply }, String(body['code']))) return [];
  if (status >= 500) return ['fails inside'];
  if (draft.status === undefined) return status < 300 ? [] : [`is refused with ${status} ${body['code']} though valid`];
  if (status !== draft.status) return [`answers ${status} instead of ${draft.status}`];
  const details = (body['details'] ?? []) as { path: string }[];
  const { field } = draft;
  const isNamed = field === undefined || details.some(({ path }) => path === field || path.startsWith(`${field}.`));
  return isNamed ? [] : [`does not name ${field}`];
}
