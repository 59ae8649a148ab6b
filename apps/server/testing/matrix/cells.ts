import type { Endpoint } from '../../src/http/endpoint.ts';
import type { WireRequest } from '../processes/wire.ts';
import { encodeBody } from './bodies.ts';
import { type Aim, type Aims, admits, firstOf, type Outcome } from './checks.ts';
import { type Kind, make, makeDeleted, unknownId } from './fixtures.ts';
import { malformedIds } from './malformed-ids.ts';
import type { Given, Row, Slot } from './row.ts';
import { rows } from './rows.ts';
import type { Subject } from './subjects.ts';
import { admitsVisitor } from './visitor-rules.ts';
import { type Place, places, type World } from './world.ts';

/** One request of the matrix: the caller, the endpoint, the IDs and the expected answer. */
export interface Cell {
  readonly endpoint: Endpoint;
  readonly row: Row;
  readonly subject: Subject;
  readonly aims: Aims;
  /** Cycles through the malformed IDs. */
  readonly serial: number;
  readonly expected: Outcome;
}

/** The rows of endpoints, by their IDs. */
export type Rows = Readonly<Record<string, Row>>;

/** The row of an endpoint. Throws if it has no row, so that no route is forgotten. */
export function rowOf({ id, method, path }: Endpoint, known: Rows = rows): Row {
  const row = known[id];
  if (row === undefined) throw new Error(`${method} ${path} (${id}) has no row in testing/matrix/rows.ts.`);
  return row;
}

/** Names of the slots if all have the same aim, or if one has another. */
function aimsOf(slots: Readonly<Record<string, Slot>>): Aims[] {
  const names = Object.keys(slots);
  if (names.length === 0) return [{}];
  const all = (aim: Aim): Aims => Object.fromEntries(names.map((name) => [name, aim]));
  const singly = names.flatMap((name) => {
    const aims: Aim[] = ['elsewhere', 'hidden', 'foreign', 'unknown', 'deleted', 'malformed'];
    if (slots[name]?.optional === true) aims.push('absent');
    return aims.map((aim) => ({ ...all('home'), [name]: aim }));
  });
  return names.length === 1 ? [all('home'), ...singly] : [...places.map(all), ...singly];
}

/** Every cell of one subject. A caller without access is refused alike whatever the IDs, so two aims are enough. */
export function cellsOf(endpoints: readonly Endpoint[], subject: Subject, known: Rows = rows): Cell[] {
  return endpoints.flatMap((endpoint) => {
    const row = rowOf(endpoint, known);
    const { slots = {}, needs } = row;
    const outside = firstOf([admits(needs), admitsVisitor(endpoint.id, row)])(subject, {}) !== undefined;
    const aims = aimsOf(slots).filter((each) => !outside || Object.values(each).every((aim) => decisive.has(aim)));
    return aims.map((each, serial) => cellOf({ endpoint, row, subject, aims: each, serial }));
  });
}

/** Which places are the caller's own, and which belong to others. */
const decisive: ReadonlySet<Aim> = new Set(['home', 'foreign']);

/** One cell with its expected answer. */
export function cellOf({
  endpoint,
  row = rowOf(endpoint),
  subject,
  aims,
  serial,
}: Omit<Cell, 'row' | 'expected'> & Partial<Pick<Cell, 'row'>>): Cell {
  const status = row.statusFor?.(aims) ?? row.status;
  const success: Outcome = { status, ...(row.code && { code: row.code }) };
  const checks = [admits(row.needs), admitsVisitor(endpoint.id, row), ...(row.checks ?? [])];
  const expected = firstOf(checks)(subject, aims) ?? success;
  return { endpoint, row, subject, aims, serial, expected };
}

/** True if the request of a cell changes nothing. */
export const isInert = ({ endpoint, row, expected }: Cell): boolean =>
  (endpoint.method === 'GET' && row.recorded !== true) || expected.status >= 400;

/** A cell in words. */
export function describeCell({ endpoint: { method, path }, aims }: Pick<Cell, 'endpoint' | 'aims'>): string {
  const words = Object.entries(aims).map(([slot, aim]) => `${slot}=${aim}`);
  return [`${method} ${path}`, ...words].join(' ');
}

/** Objects that belong to another one that the request names. */
const dependent: ReadonlySet<Kind> = new Set([
  'conversation',
  'question',
  'pair',
  'chunk',
  'document',
  'item',
  'note',
  'toolConnection',
]);

let prepared = 0;

/** Creates the objects that the cell's IDs refer to, and the request. */
export const prepare = async (world: World, cell: Cell): Promise<WireRequest> => (await prepareWith(world, cell))();

/** The same, but returns a function of further fields of the body. */
export async function prepareWith(world: World, cell: Cell): Promise<(more?: object) => WireRequest> {
  const { endpoint, row, aims, expected } = cell;
  const by = row.consumes === true && expected.status < 400 ? await cell.subject.double() : cell.subject;
  // Others are prepared meanwhile.
  prepared += 1;
  const number = prepared;
  const serial = cell.serial + number;
  const named = new Map<string, string>();
  for (const [name, slot] of Object.entries(row.slots ?? {})) {
    const aim = aims[name] ?? 'absent';
    if (aim === 'absent') continue;
    // A conversation continues with the agent that the same request names; a pair and a chunk are of its source.
    // A saved reply is rendered for a conversation, and isn't its agent.
    const hasParent = dependent.has(slot.kind) && row.slots?.['id']?.kind !== 'savedReply' && aims['id'] === aim;
    const parent = hasParent ? named.get('id') : undefined;
    named.set(name, await nameFor(world, { slot, aim, by, serial, parent }));
  }
  const place = Object.values(aims).find((aim): aim is Place => places.includes(aim as Place));
  const marker = place === undefined ? 'own' : world.sites[place].marker;
  const given = { marker, serial: number };
  const fields = bodyOf(row, named, row.body?.(given));
  return (more) => {
    const { body, headers } = encodeBody(endpoint, { row, fields: more ? { ...fields, ...more } : fields, given });
    return { method: endpoint.method, path: pathOf(cell, named, given), headers: { ...headers, ...by.headers }, body };
  };
}

/** The path with its parameters, and the query. */
function pathOf(
  { endpoint, row }: Pick<Cell, 'endpoint' | 'row'>,
  named: ReadonlyMap<string, string>,
  given: Given,
): string {
  let path: string = endpoint.path;
  for (const [name, text] of Object.entries(row.params?.(given) ?? {}))
    path = path.replace(`:${name}`, encodeURIComponent(text));
  const query = new URLSearchParams(row.query);
  for (const [name, id] of named) {
    const where = row.slots?.[name]?.in;
    if (where === 'path') path = path.replace(`:${name}`, encodeURIComponent(id));
    if (where === 'query') query.set(name, id);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

function bodyOf({ slots = {} }: Row, named: ReadonlyMap<string, string>, fields: object | undefined) {
  const ids = [...named].flatMap(([name, id]) => {
    const slot = slots[name];
    return slot?.in === 'body' ? [[name, slot.list === true ? [id] : id]] : [];
  });
  return fields === undefined && ids.length === 0 ? undefined : { ...fields, ...Object.fromEntries(ids) };
}

interface Wanted {
  readonly slot: Slot;
  readonly aim: Exclude<Aim, 'absent'>;
  readonly by: Subject;
  readonly serial: number;
  readonly parent: string | undefined;
}

async function nameFor(world: World, { slot: { in: where, kind }, aim, by, serial, parent }: Wanted): Promise<string> {
  switch (aim) {
    case 'unknown':
      return unknownId(kind);
    case 'deleted':
      return makeDeleted(world, kind, by);
    case 'malformed': {
      // NUL in a body or query is refused as text that can't be stored, before any look-up.
      const texts = malformedIds.filter((text) => where === 'path' || !text.includes('\u0000'));
      return texts[serial % texts.length] ?? 'x';
    }
    default:
      return make(world, kind, { place: aim, by, parent });
  }
}
