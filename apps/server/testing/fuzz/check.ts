import { bugBehind, envelopeProblems, jsonOf, type WireReply, type WireRequest } from '../wire.ts';
import type { Operation } from './document.ts';
import type { Draft } from './requests.ts';
import type { Row } from './rows.ts';

/** The most characters of a request or a reply that a report shows. */
const shown = 600;

/** One request that was sent: what it was generated as, what it became, and what it got. */
export interface Exchange {
  readonly operation: Operation;
  readonly draft: Draft;
  readonly row: Row;
  readonly request: WireRequest;
  readonly reply: WireReply;
}

/** What is wrong with an exchange, as one text for each thing; `log` is the server's. */
export function problemsOf(exchange: Exchange, log: () => string): string[] {
  const { operation, draft, request, reply } = exchange;
  const problems = [...documentProblems(operation, reply), ...envelopeProblems(reply), ...outcomeProblems(exchange)];
  if (problems.length === 0) return [];
  const { method, path, headers, body } = request;
  const sent = JSON.stringify({ ...headers, authorization: undefined, cookie: undefined });
  const content = body === undefined ? '' : clip(typeof body === 'string' ? body : JSON.stringify(body));
  const bug = reply.status >= 500 ? `\n  ${bugBehind(reply, log())}` : '';
  const what = draft.breaks === undefined ? 'valid' : `breaks ${draft.breaks}`;
  const asked = `${method} ${clip(path)} ${sent} ${content}`;
  return problems.map((problem) => `${problem} (${what})\n  ${asked}\n  ${reply.status} ${clip(reply.text)}${bug}`);
}

const clip = (text: string) => (text.length > shown ? `${text.slice(0, shown)}… (${text.length} characters)` : text);

/** The status must be documented, and the body must be what is documented for it. */
function documentProblems({ responses }: Operation, { status, text }: WireReply): string[] {
  if (!responses.has(status)) return [`answers ${status}, which openapi.json does not know of`];
  const validate = responses.get(status);
  if (validate === undefined) return [];
  if (validate(JSON.parse(text))) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `breaks openapi.json: ${instancePath} ${message}`);
}

function outcomeProblems({ operation, draft, row, reply }: Exchange): string[] {
  const { status } = reply;
  if (status >= 500) return ['fails inside'];
  const body = status === 304 ? {} : jsonOf(reply);
  if (draft.status === undefined) {
    const success = operation.responses.has(201) ? 201 : 200;
    const excused = row.conflicts?.[String(body['code'])] !== undefined;
    return status === success || excused ? [] : [`is refused with ${status} ${body['code']} though valid`];
  }
  if (status !== draft.status) return [`answers ${status} where it must answer ${draft.status}`];
  const details = (body['details'] ?? []) as { path: string }[];
  const { field } = draft;
  const isNamed = field === undefined || details.some(({ path }) => path === field || path.startsWith(`${field}.`));
  return isNamed ? [] : [`does not name ${field}`];
}
