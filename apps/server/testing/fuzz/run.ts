import { formBytes, formType, partsOf } from '../fixtures/forms.ts';
import type { Service } from '../harness.ts';
import type { Wire, WireReply, WireRequest } from '../processes/wire.ts';
import { problemsOf } from './check.ts';
import type { Operation } from './document.ts';
import type { Draft } from './draft.ts';
import { sampleDrafts } from './requests.ts';
import type { Row, Target } from './row.ts';

/** Concurrent requests. */
const together = 16;

/** The dependencies of the requests. */
export interface Plan {
  readonly operation: Operation;
  readonly row: Row;
  readonly count: number;
  readonly seed: number;
}

/** Sends the generated requests of an operation; returns the problems and the number of successes. */
export async function sendAll({ operation, row, count, seed }: Plan, wire: Wire, service: Service) {
  const problems: string[] = [];
  let accepted = 0;
  let followed = 0;
  const waiting = sampleDrafts(operation, { seed, count }).values();
  const sender = async () => {
    for (const draft of waiting) {
      const request = await requestOf(operation, draft, row);
      const reply = await wire.send(request);
      if (reply.status < 300) accepted += 1;
      problems.push(...problemsOf({ operation, draft, row, request, reply }, service.log));
      const { location } = reply.headers;
      if ((reply.status === 201) !== (location !== undefined)) problems.push(`answers ${reply.status} to ${location}`);
      if (location === undefined || followed++ >= maxFollowed) continue;
      problems.push(...(await problemsBehind(wire, { location: String(location), request, reply })));
    }
  };
  await Promise.all(Array.from({ length: together }, sender));
  return { problems, accepted };
}

/** Max creations of an operation whose `Location` is followed. */
const maxFollowed = 20;

/** The `Location` of a creation, with its request and its reply. */
interface Creation {
  readonly location: string;
  readonly request: WireRequest;
  readonly reply: WireReply;
}

/**
 * Checks that the created object is at its `Location`, for the caller who created it, or for the person who was signed
 * in by it.
 */
async function problemsBehind(wire: Wire, { location, request, reply }: Creation): Promise<string[]> {
  const [cookie] = [reply.headers['set-cookie'] ?? []].flat();
  const { headers: sent = {} } = request;
  const credentials = ['authorization', 'cookie', 'origin'].flatMap((name) =>
    sent[name] === undefined ? [] : [[name, sent[name]]],
  );
  const headers = { ...Object.fromEntries(credentials), ...(cookie && { cookie: cookie.split(';', 1)[0] }) };
  const { status } = await wire.send({ method: 'GET', path: location, headers });
  return status === 200 ? [] : [`leads to ${location}, which answers ${status}`];
}

/** Completes a draft with real IDs and credentials, but leaves its broken part as it is. */
async function requestOf(operation: Operation, draft: Draft, row: Row): Promise<WireRequest> {
  const target: Target = await row.target(operation.kind === 'bytes' ? {} : ((draft.body ?? {}) as Fields));
  const params = { ...target.params, ...draft.params };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? name);
  const query = realQuery(draft, target);
  const { body, headers } = bodyOf(operation, draft, target);
  return {
    method: operation.method,
    path: `${path}${query === '' ? '' : `?${query}`}`,
    headers: { ...headers, ...target.headers, ...draft.headers },
    body,
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** The body as its kind is written. */
function bodyOf(operation: Operation, draft: Draft, target: Target): Pick<WireRequest, 'body' | 'headers'> {
  if (draft.raw !== undefined) return { body: draft.raw };
  if (operation.body === undefined) return {};
  if (operation.kind === 'bytes') {
    return { body: target.bytes ?? (draft.body as Uint8Array), headers: { 'content-type': draft.type } };
  }
  const real = realBody(draft, target);
  if (operation.kind === 'json') return { body: real };
  const files = draft.breaks?.startsWith('files') === true ? draft.files : (target.files ?? draft.files);
  return { body: formBytes([...partsOf(real), ...files, ...draft.more]), headers: formType() };
}

function realBody({ body, breaks }: Draft, { body: real = {} }: Target): object {
  const broken = breaks?.split(':', 1)[0];
  const fixed = Object.entries(real).filter(([name]) => name !== broken);
  return Object.fromEntries([...Object.entries(body as object), ...fixed]);
}

function realQuery({ query, breaks }: Draft, { query: real = {} }: Target): string {
  if (breaks?.startsWith('parameter') === true) return query;
  const given = new URLSearchParams(query);
  for (const [name, value] of Object.entries(real)) if (given.has(name)) given.set(name, value);
  return String(given);
}

/** Max problems shown by a failure. */
const shownProblems = 3;

/** The problems as one text, empty without problems. */
export const report = (problems: readonly string[]): string => problems.slice(0, shownProblems).join('\n\n');
