import type { Permission, Role } from '../../src/access/scopes.ts';
import type { Service } from '../harness.ts';
import { type Inhabitant, makeInhabitant, makeKey, makeSession, makeSource, makeWorkspace } from '../people.ts';

/** Somebody who sends requests. */
export interface Actor {
  readonly headers: Readonly<Record<string, string>>;
  /** The id of the key or of the session. */
  readonly id: string;
  readonly user: Inhabitant;
}

/** Who and what is there before the first operation. */
export interface TwinWorld {
  readonly actors: readonly Actor[];
  readonly workspaces: readonly string[];
  readonly sources: readonly string[];
}

/** What the key of an actor is limited to: scopes, and a workspace by its number. */
interface Limits {
  readonly scopes?: readonly Permission[];
  readonly place?: number;
}

/**
 * Two accounts: Ann owns two workspaces, where Eve is a viewer and an editor and Bob, of the other account, an admin of
 * one; Bob owns a third. Keys of all, keys with single scopes and Bob's session. Everything is made one after another,
 * never two things in a millisecond, so that it has the same order wherever it is made.
 */
export async function makeTwinWorld(service: Service): Promise<TwinWorld> {
  const apart = async <Made>(making: () => Promise<Made>): Promise<Made> => {
    await nextMillisecond();
    return making();
  };
  const ann = await apart(() => makeInhabitant(service, 'Ann'));
  const eve = await apart(() => makeInhabitant(service, 'Eve', { account: ann.account }));
  const bob = await apart(() => makeInhabitant(service, 'Bob'));
  const memberships: readonly (readonly (readonly [Inhabitant, Role])[])[] = [
    [
      [ann, 'owner'],
      [eve, 'viewer'],
    ],
    [
      [ann, 'owner'],
      [eve, 'editor'],
      [bob, 'admin'],
    ],
    [[bob, 'owner']],
  ];
  const workspaces: string[] = [];
  const sources: string[] = [];
  for (const members of memberships) {
    const account = members[0]?.[0].account ?? '';
    const id = await apart(() => makeWorkspace(service, account, new Map(members)));
    workspaces.push(id);
    sources.push(await makeSource(service, id));
  }
  const keys: readonly (readonly [Inhabitant, Limits])[] = [
    [ann, {}],
    [ann, { place: 1 }],
    [eve, {}],
    [bob, {}],
    [ann, { scopes: ['agents:read'] }],
    [ann, { scopes: ['agents:write'] }],
    [ann, { scopes: ['conversations:read', 'conversations:write'] }],
  ];
  const actors: Actor[] = [];
  for (const [user, { scopes, place }] of keys) {
    const workspace = place === undefined ? undefined : workspaces[place];
    const limits = { ...(scopes && { scopes }), ...(workspace !== undefined && { workspace }) };
    // The service's own clock stands still between two ticks where the machine's does.
    service.advance(2);
    actors.push({ ...(await apart(() => makeKey(service, user, limits))), user });
  }
  actors.push({ ...(await apart(() => makeSession(service, bob))), user: bob });
  return { actors, workspaces, sources };
}

/** Waits until what is made next has a later time in its id. */
export async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  while (Date.now() === now) await new Promise((resolve) => setTimeout(resolve, 1));
}
