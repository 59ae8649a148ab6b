import type { Endpoint } from '../../src/http/endpoint.ts';
import type { WireReply } from '../processes/wire.ts';
import { inParallel, summaryOf } from './answers.ts';
import { kindOf } from './bodies.ts';
import { cellOf, prepareWith, rowOf } from './cells.ts';
import { changesSince, databaseState } from './database-state.ts';
import type { Setting } from './permissions.ts';
import { sendAll } from './sending.ts';
import { makeSubject } from './subjects.ts';
import type { World } from './world.ts';

/** Fields that only the service may set, in every spelling of an object or row, with an attacker's values. */
export function serverOwned({ sites: { foreign } }: World): Readonly<Record<string, unknown>> {
  const [someone, somewhere, account] = [foreign.owner.id, foreign.workspace, foreign.account];
  return {
    ...Object.fromEntries(
      ['_id', 'id', 'key', 'token', 'digest', 'prefix', 'lastFour'].map((name) => [name, 'chosen']),
    ),
    ...Object.fromEntries(['workspace', 'workspaceId', 'workspace_id', 'boundTo'].map((name) => [name, somewhere])),
    ...Object.fromEntries(['account', 'accountId', 'account_id'].map((name) => [name, account])),
    ...Object.fromEntries(['user', 'userId', 'user_id', 'owner', 'createdBy', 'actor'].map((name) => [name, someone])),
    ...Object.fromEntries(['role', 'roles'].map((name) => [name, 'owner'])),
    ...Object.fromEntries(['scopes', 'permissions'].map((name) => [name, ['workspace:admin']])),
    ...Object.fromEntries(
      ['isAdmin', 'admin', 'isOwner', 'isPublic', 'active', 'verified'].map((name) => [name, true]),
    ),
    ...Object.fromEntries(
      ['createdAt', 'created_at', 'updatedAt', 'updated_at', 'verifiedAt', 'verified_at'].map((name) => [
        name,
        '2001-01-01T00:00:00.000Z',
      ]),
    ),
    ...Object.fromEntries(['expiresAt', 'revokedAt', 'lastUsedAt', 'rotatedFrom'].map((name) => [name, null])),
    ...Object.fromEntries(['version', 'epoch', 'rateLimit', 'limit'].map((name) => [name, 1_000_000])),
    ...Object.fromEntries(['password_hash', 'passwordHash', 'name_folded', '$set'].map((name) => [name, 'x'])),
    plan: 'business',
    status: 'inactive',
    user_status: 'active',
    ...prototypes,
  };
}

/** Names that could reach an object's prototype. */
const prototypes = Object.fromEntries(
  ['__proto__', 'constructor', 'prototype'].map((name) => [name, { isAdmin: true }]),
);

/** Names of fields by the IDs of endpoints. */
export type FieldNames = Readonly<Record<string, readonly string[]>>;

interface Assigning extends Setting {
  /** Fields that an endpoint does accept. */
  readonly meant: FieldNames;
  /** Fields that an endpoint accepts with their current values only. */
  readonly echoed: FieldNames;
}

/**
 * Sends every endpoint each field that only the service sets, in an otherwise valid body. Returns the fields that
 * aren't refused by name, and the changes. Raw bytes have no fields of ours.
 */
export async function assignmentProblems({ meant, echoed, ...setting }: Assigning): Promise<string[]> {
  const { world, rows } = setting;
  const owner = await makeSubject(world, 'session of an owner');
  const open = setting.endpoints.filter((each) => rowOf(each, rows).status < 400 && kindOf(each) !== 'raw');
  const valid = await inParallel(open, async (endpoint) => {
    const row = rowOf(endpoint, rows);
    const aims = Object.fromEntries(Object.keys(row.slots ?? {}).map((slot) => [slot, 'home' as const]));
    return {
      endpoint,
      requestWith: await prepareWith(world, cellOf({ endpoint, row, subject: owner, aims, serial: 0 })),
    };
  });
  const attempts = valid.flatMap(({ endpoint, requestWith }) =>
    Object.entries(serverOwned(world))
      .filter(([name]) => meant[endpoint.id]?.includes(name) !== true)
      .map(([name, value]) => ({ endpoint, name, request: requestWith({ [name]: value }) })),
  );

  const before = await databaseState(setting.service.db);
  const replies = await sendAll(
    setting,
    attempts.map(({ request }) => request),
    false,
  );
  const wrong = attempts.flatMap(({ endpoint, name }, index) => {
    const reply = replies[index] as WireReply;
    const code = codeOf(endpoint, name, echoed);
    const named = new RegExp(`(^|[" ])${name.replace('$', '\\$')}\\b`).test(reply.text);
    return summaryOf(reply) === `400 ${code}` && named ? [] : [`${endpoint.id} with ${name}: ${reply.text}`];
  });
  return [...(await changesSince(setting.service, before)), ...wrong];
}

/** The code with which an endpoint refuses a field. */
function codeOf(endpoint: Endpoint, name: string, echoed: FieldNames): string {
  // Only JSON can reach a prototype.
  if (Object.hasOwn(prototypes, name) && kindOf(endpoint) !== 'multipart') return 'invalid_json';
  return echoed[endpoint.id]?.includes(name) === true ? 'read_only_field' : 'validation_failed';
}
