import { type Permission, permissions, type Role } from '../../src/access/scopes.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { endVisit, type Visit, visit } from './visit.ts';
import { bearer, cookie, type Place, type Roles, type Side, type User, type World } from './world.ts';

/** A sender of requests, and its rights according to the contract. */
export interface Subject {
  readonly kind: 'anonymous' | 'key' | 'session' | 'visitor';
  readonly headers: Readonly<Record<string, string>>;
  /** The code of its 401 from endpoints that need a credential. */
  readonly refused?: ErrorCode;
  readonly scopes: ReadonlySet<Permission>;
  /** Its person's current roles in the places within reach. */
  readonly roles: Roles;
  readonly side: Side;
  /** True if it is a key that is bound to one workspace. */
  readonly bound: boolean;
  readonly user: User | undefined;
  readonly visitor?: Visit;
  /** Creates an equal subject with its own person and credential, for requests that change either. */
  double(): Promise<Subject>;
}

type MakeSubject = (world: World) => Promise<Subject>;

/** Every subject of the matrix, by its description. */
export const subjects: Readonly<Record<string, MakeSubject>> = {
  anonymous: async () => subjectOf({ kind: 'anonymous', refused: 'missing_api_key' }),

  ...Object.fromEntries(permissions.map((scope) => [`key with ${scope} alone`, keyWith([scope])])),
  'key without a scope': keyWith([]),
  'key with every scope': keyWith(permissions),

  'key of an editor': keyOf({ home: 'editor' }),
  'key of an admin who is a viewer now': changedKey('viewer'),
  'key of an admin who was removed': changedKey(undefined),
  'key bound to another workspace': keyOf(reach(), { boundTo: 'elsewhere' }),
  "key of another account's admin": keyOf({ foreign: 'admin' }, { side: 'theirs' }),
  // A key sees workspaces of one account only, whatever its person's other memberships.
  'key of a viewer here and owner there': keyOf({ home: 'viewer', foreign: 'owner' }),

  'revoked key': async (world) => {
    const { _id, ...key } = await world.keyOf(await world.person('ours', reach()), 'ours');
    await world.service.features.keyOperations.revoke(_id);
    return subjectOf({ headers: bearer(key), refused: 'revoked_api_key' });
  },
  'expired key': async (world) => {
    const key = await world.keyOf(await world.person('ours', reach()), 'ours', { expiresAt: Date.now() - 1 });
    return subjectOf({ headers: bearer(key), refused: 'expired_api_key' });
  },
  'key of a suspended person': async (world) => {
    const user = await world.person('ours', reach());
    const headers = await used(world, bearer(await world.keyOf(user, 'ours')));
    await world.service.features.accounts.setStatus(user.email, 'suspended');
    return subjectOf({ headers, refused: 'inactive_api_key' });
  },

  'session of an owner': session(reach()),
  'session of an admin': session({ home: 'admin' }),
  'session of an editor': session({ home: 'editor' }),
  'session of a viewer': session({ home: 'viewer' }),
  'session of a member of nothing': session({}),
  "session of another account's owner": session({ foreign: 'owner' }, 'theirs'),
  'session of a viewer here and owner there': session({ home: 'viewer', foreign: 'owner' }),
  'session of an owner there and editor here': session({ home: 'editor', foreign: 'owner' }, 'theirs'),
  'session of a suspended person': async (world) => {
    const user = await world.person('ours', reach());
    const headers = await used(world, cookie(world.service, await world.sessionOf(user)));
    await world.service.features.accounts.setStatus(user.email, 'suspended');
    return subjectOf({ kind: 'session', headers, refused: 'session_ended' });
  },
  'session that has ended': async (world) => {
    const user = await world.person('ours', reach());
    const headers = cookie(world.service, await world.sessionOf(user, Date.now() - 1));
    return subjectOf({ kind: 'session', headers, refused: 'session_ended' });
  },

  'visitor of a channel': async (world) => {
    const { token, visitor } = await visit(world);
    const scopes = new Set<Permission>(['conversations:read', 'conversations:write']);
    return subjectOf({ kind: 'visitor', headers: bearer({ key: token }), scopes, roles: { home: 'editor' }, visitor });
  },
  'visitor of a deleted channel': async (world) => {
    const { token, visitor } = await visit(world);
    await endVisit(world, visitor);
    return subjectOf({ kind: 'visitor', headers: bearer({ key: token }), refused: 'invalid_visitor_token' });
  },
};

/** Creates the subject of that name. */
export async function makeSubject(world: World, name: string): Promise<Subject> {
  const make = subjects[name];
  if (make === undefined) throw new Error(`There is no subject ${name}.`);
  return make(world);
}

/** The roles of a person whose credentials reach two workspaces. */
function reach(): Roles {
  return { home: 'owner', elsewhere: 'owner' };
}

function subjectOf(draft: Partial<Subject>): Subject {
  const base = {
    kind: 'key',
    headers: {},
    scopes: new Set(permissions),
    roles: {},
    side: 'ours',
    bound: false,
  } as const;
  const made = { ...base, user: undefined, ...draft };
  return { ...made, double: draft.double ?? (() => Promise.resolve(subjectOf(draft))) };
}

/** A signed-in person. */
function session(roles: Roles, side: Side = 'ours'): MakeSubject {
  return async (world) => {
    const user = await world.person(side, roles);
    const headers = cookie(world.service, await world.sessionOf(user));
    return subjectOf({ kind: 'session', headers, roles, side, user, double: () => session(roles, side)(world) });
  };
}

/** An owner's key, limited only by its scopes. */
function keyWith(scopes: readonly Permission[]): MakeSubject {
  return async (world) => {
    const user = await world.person('ours', reach());
    const headers = bearer(await world.keyOf(user, 'ours', { scopes }));
    return subjectOf({ headers, scopes: new Set(scopes), roles: reach(), user });
  };
}

/** A key with every scope, limited by its person's role or by its workspace. */
function keyOf(roles: Roles, { side = 'ours', boundTo }: { side?: Side; boundTo?: Place } = {}): MakeSubject {
  return async (world) => {
    const user = await world.person(side, roles);
    const headers = bearer(await world.keyOf(user, side, boundTo === undefined ? {} : { boundTo }));
    const within: Place[] = boundTo ? [boundTo] : side === 'theirs' ? ['foreign'] : ['home', 'elsewhere', 'hidden'];
    const reached = Object.fromEntries(Object.entries(roles).filter(([place]) => within.includes(place as Place)));
    return subjectOf({ headers, roles: reached, side, bound: boundTo !== undefined, user });
  };
}

/** The key of an admin who was demoted (or removed, if no role is left) after the key was used. */
function changedKey(role: Role | undefined): MakeSubject {
  return async (world) => {
    const { service, sites } = world;
    const user = await world.person('ours', { home: 'admin' });
    const headers = await used(world, bearer(await world.keyOf(user, 'ours')));
    const url = `${service.url}/api/workspaces/${sites.home.workspace}/members/${user.id}`;
    const owner = cookie(service, await world.sessionOf(sites.home.owner));
    const change: RequestInit =
      role === undefined
        ? { method: 'DELETE', headers: owner }
        : { method: 'PUT', headers: { ...owner, 'content-type': 'application/json' }, body: JSON.stringify({ role }) };
    const answer = await fetch(url, change);
    if (!answer.ok) throw new Error(`The membership did not change: ${await answer.text()}`);
    return role === undefined
      ? subjectOf({ headers, refused: 'inactive_api_key' })
      : subjectOf({ headers, roles: { home: role }, user });
  };
}

/** Uses a credential, so that the process caches its rights. */
async function used({ service }: World, headers: Record<string, string>): Promise<Record<string, string>> {
  const answer = await fetch(`${service.url}/api/me`, { headers });
  if (!answer.ok) throw new Error(`The credential never worked: ${await answer.text()}`);
  return headers;
}
