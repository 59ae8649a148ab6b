import type { IncomingHttpHeaders } from 'node:http';
import { headerComponents } from '../../src/http/openapi/headers.ts';
import type { Documented, Operation } from '../fuzz/document.ts';

/** A reply as its reader got it; one that was cut has the text so far. */
export interface SeenReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** True if a body is one long text, for which the document has no schema. */
export const isText = (reply: Pick<SeenReply, 'headers'>): boolean =>
  ['application/jsonl', 'text/csv'].includes(mediaType(reply));

/** The media type of a reply, without its parameters. */
export const mediaType = ({ headers }: Pick<SeenReply, 'headers'>): string =>
  String(headers['content-type']).split(';', 1)[0] ?? '';

/** Max problems of one body that are reported; a choice that fits none has those of each branch. */
const maxProblems = 5;

/**
 * Returns the differences of a reply from openapi.json: its status, media type, headers, body, or one of its events.
 * If the query of the request has `fields`, the items of the list have these and `_id`.
 */
export function documentProblems({ responses }: Operation, reply: SeenReply, query = ''): string[] {
  const documented = responses.get(reply.status);
  if (documented === undefined) return [`answers ${reply.status}, which openapi.json does not know of`];
  const headers = headerProblems(documented, reply);
  if (documented.types.length === 0) {
    return reply.text === '' ? headers : [...headers, 'has a body, which openapi.json does not know of'];
  }
  const type = mediaType(reply);
  if (!documented.types.includes(type)) return [`answers ${type}, which openapi.json does not know of`];
  const problems = bodyProblems(documented, type, reply);
  const fields = new URLSearchParams(query).get('fields');
  if (fields === null || reply.status >= 400) return [...headers, ...problems.slice(0, maxProblems)];
  const others = problems.filter((problem) => !isLack(problem)).slice(0, maxProblems);
  return [...headers, ...others, ...choiceProblems(fields, reply)];
}

const isLack = (problem: string) =>
  problem.includes(': /data/items/') && problem.includes('must have required property');

/** The problems of the items of a list that should have these fields and `_id`, and what else the query asks for. */
function choiceProblems(fields: string, { text }: SeenReply): string[] {
  const { data } = JSON.parse(text) as { readonly data: { readonly items: readonly object[] } };
  const asked = ['_id', ...fields.split(',').map((name) => name.trim())];
  const some = (names: readonly string[]) =>
    String([...new Set(names)].filter((name) => !beside.includes(name)).sort());
  const wrong = data.items.find((item) => some(Object.keys(item)) !== some(asked));
  return wrong === undefined ? [] : [`has ${Object.keys(wrong)} instead of ${fields}`];
}

/** Fields of items that have a parameter of their own. */
const beside: readonly string[] = ['activity'];

function bodyProblems({ problems, codes }: Documented, type: string, { status, text }: SeenReply): string[] {
  const check = (value: unknown) => (problems[type]?.(value) ?? []).map((problem) => `breaks openapi.json: ${problem}`);
  if (type === 'text/event-stream') return eventsOf(text).flatMap(check);
  if (type !== 'application/json') return [];
  const body = JSON.parse(text) as { readonly code?: string };
  if (status < 400 || codes.has(String(body.code))) return check(body);
  return [`fails with ${body.code}, which openapi.json does not name for ${status}`, ...check(body)];
}

/** The events of a stream as their schema describes them, without the comments, and without one that was cut. */
function eventsOf(text: string): object[] {
  const blocks = text.split('\n\n').slice(0, -1);
  return blocks
    .filter((block) => !block.startsWith(':'))
    .map((block) => {
      const lines = block.split('\n').map((line) => /^(\w+): (.*)$/s.exec(line)?.slice(1) ?? [line, '']);
      return Object.fromEntries(
        lines.map(([name = '', value = '']) => [name, name === 'data' ? JSON.parse(value) : value]),
      );
    });
}

/** The documented headers, in lower case. */
const knownHeaders = Object.entries(headerComponents).map(([name, { schema }]) => ({
  name: name.toLowerCase(),
  isWhole: schema.type === 'integer',
}));

/** Headers that mark an exception, so that a reply may lack them. */
const rare: readonly string[] = ['idempotent-replayed'];

/**
 * A reply has no header that the document lacks, but the rate limit of a failure; a success has all that it names, but
 * the mark of a repeat.
 */
function headerProblems({ headers: documented }: Documented, { status, headers }: SeenReply): string[] {
  return knownHeaders.flatMap(({ name, isWhole }) => {
    const value = headers[name];
    if (value === undefined) {
      const lacks = status < 400 && documented.has(name) && !rare.includes(name);
      return lacks ? [`lacks the header ${name}, which openapi.json names`] : [];
    }
    if (!documented.has(name) && !(status >= 400 && /ratelimit/.test(name))) {
      return [`has the header ${name}, which openapi.json does not know of`];
    }
    return isWhole && !/^\d+$/.test(String(value)) ? [`has the header ${name} with ${value}, no whole number`] : [];
  });
}
