import type { Permission, Role } from '../../src/access/scopes.ts';
import type { ErrorCode } from '../../src/errors.ts';
import type { Subject } from './subjects.ts';
import { type Place, places, sideOf } from './world.ts';

/** The target of one ID in a request. `absent` leaves out an optional one. */
export type Aim = Place | 'unknown' | 'malformed' | 'deleted' | 'absent';

/** The targets of a request's IDs, by the names of its slots. */
export type Aims = Readonly<Record<string, Aim>>;

/** The expected answer. */
export interface Outcome {
  readonly status: number;
  readonly code?: ErrorCode;
}

/** One step of the decision: the caller's answer if it ends here. */
export type Check = (subject: Subject, aims: Aims) => Outcome | undefined;

/** Role → permissions from the contract's decisions (section 3), written down again and not imported. */
const granted: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: ['agents:read', 'conversations:read'],
  editor: ['agents:read', 'conversations:read', 'agents:write', 'conversations:write'],
  admin: ['workspace:admin'],
  owner: ['workspace:admin'],
};

const includes = (held: Iterable<Permission>, wanted: Permission) =>
  [...held].some((permission) => permission === wanted || permission === 'workspace:admin');

/** Scopes ∩ the person's current role in the place. */
function may({ scopes, roles }: Subject, permission: Permission, aim: Aim | undefined): boolean {
  const role = roles[aim as Place];
  return role !== undefined && includes(granted[role], permission) && includes(scopes, permission);
}

const refused = (status: number, code: ErrorCode): Outcome => ({ status, code });
const insufficientRole = refused(403, 'insufficient_role');

/** Authentication, then scope: before any look-up. */
export const admits =
  (needs: Needs): Check =>
  ({ kind, refused: code, scopes }) => {
    if (needs === 'nothing') return undefined;
    if (code !== undefined) return refused(401, code);
    // Its own operations are few: see `admitsVisitor`.
    if (kind === 'visitor') return undefined;
    if (needs === 'session' && kind !== 'session') return refused(403, 'session_required');
    if (needs === 'session' || needs === 'credential') return undefined;
    return includes(scopes, needs) ? undefined : refused(403, 'insufficient_scope');
  };

/** Required of the caller: nothing, a valid credential, a session, or a scope. */
export type Needs = 'nothing' | 'credential' | 'session' | Permission;

/** The object is in a workspace within reach; otherwise it is as if it didn't exist. */
export const found =
  (slot: string, code: ErrorCode): Check =>
  ({ roles }, aims) =>
    aims[slot] === 'absent' || roles[aims[slot] as Place] !== undefined ? undefined : refused(404, code);

/** The role in the object's workspace allows the request. */
export const allowed =
  (slot: string, permission: Permission): Check =>
  (subject, aims) =>
    aims[slot] === 'absent' || may(subject, permission, aims[slot]) ? undefined : insufficientRole;

/** The caller is an owner of the workspace. */
export const ownedBy =
  (slot: string): Check =>
  ({ roles }, aims) =>
    roles[aims[slot] as Place] === 'owner' ? undefined : insufficientRole;

/** The caller administers the object; otherwise it is as if it didn't exist. */
const administered =
  (slot: string, code: ErrorCode): Check =>
  (subject, aims) =>
    aims[slot] === 'absent' || may(subject, 'workspace:admin', aims[slot]) ? undefined : refused(404, code);

/** The object is the caller's own, which is the meaning of `home` for people. */
export const own =
  (slot: string, code: ErrorCode): Check =>
  (_subject, aims) =>
    aims[slot] === 'home' ? undefined : refused(404, code);

/** The object exists for any caller, because a secret names it. */
export const exists =
  (slot: string, code: ErrorCode): Check =>
  (_subject, aims) =>
    places.includes(aims[slot] as Place) ? undefined : refused(404, code);

/** The object belongs to the workspace in another slot. */
export const within =
  (slot: string, workspace: string, outcome: Outcome): Check =>
  (_subject, aims) =>
    aims[slot] === 'absent' || aims[slot] === aims[workspace] ? undefined : outcome;

/** The caller is an admin of some workspace, or a member of none, in which case nothing is refused. */
export const administeredOrNowhere: Check = (subject, aims) =>
  Object.keys(subject.roles).length === 0 ? undefined : adminSomewhere(subject, aims);

/** The caller is an admin of some workspace. */
const adminSomewhere: Check = (subject) =>
  places.some((place) => may(subject, 'workspace:admin', place)) ? undefined : insufficientRole;

/** The caller is a member of some workspace in its own account. */
export const memberAtHome: Check = (subject) =>
  places.some((place) => sideOf(place) === subject.side && subject.roles[place] !== undefined)
    ? undefined
    : insufficientRole;

/** A person manages their own API key, which the fixtures create; a key manages what it administers. */
export const managed =
  (slot: string, code: ErrorCode): Check =>
  (subject, aims) =>
    subject.kind === 'session'
      ? found(slot, code)(subject, aims)
      : firstOf([adminSomewhere, administered(slot, code)])(subject, aims);

/** A person lists their own API keys; a key lists those that it administers. */
export const adminOrPerson: Check = (subject, aims) =>
  subject.kind === 'session' ? undefined : adminSomewhere(subject, aims);

/** The caller is an admin of some workspace in its own account. */
export const adminAtHome: Check = (subject) =>
  places.some((place) => sideOf(place) === subject.side && may(subject, 'workspace:admin', place))
    ? undefined
    : insufficientRole;

/** The caller owns the instance: no subject here does. */
export const ownsInstance: Check = () => insufficientRole;

/** Keys that are bound to one workspace can't create others. */
export const unbound: Check = ({ bound }) => (bound ? insufficientRole : undefined);

/**
 * The other checks, with the only workspace within reach for an omitted one. Several are refused, unless the caller has
 * the permission in none of them.
 */
export const withDefault =
  (slot: string, permission: Permission, checks: readonly Check[]): Check =>
  (subject, aims) => {
    if (aims[slot] !== 'absent') return firstOf(checks)(subject, aims);
    const [only, ...others] = places.filter((place) => subject.roles[place] !== undefined);
    if (only === undefined) return refused(400, 'validation_failed');
    if (others.length > 0) {
      const some = [only, ...others].some((place) => may(subject, permission, place));
      return some ? refused(400, 'validation_failed') : insufficientRole;
    }
    return firstOf(checks)(subject, { ...aims, [slot]: only });
  };

/** Only if the slot is omitted. */
export const ifAbsent =
  (slot: string, check: Check): Check =>
  (subject, aims) =>
    aims[slot] === 'absent' ? check(subject, aims) : undefined;

/** Only if the slot is not omitted. */
export const ifPresent =
  (slot: string, check: Check): Check =>
  (subject, aims) =>
    aims[slot] === 'absent' ? undefined : check(subject, aims);

/** The checks in order; the first that ends the decision applies. */
export const firstOf =
  (checks: readonly Check[]): Check =>
  (subject, aims) => {
    for (const check of checks) {
      const outcome = check(subject, aims);
      if (outcome !== undefined) return outcome;
    }
    return undefined;
  };
