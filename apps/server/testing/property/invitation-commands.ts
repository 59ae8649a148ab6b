import { expect } from 'vitest';
import type { Role } from '../../src/access/scopes.ts';
import { jsonOf } from '../processes/wire.ts';
import { type Command, command } from './command.ts';
import {
  dataOf,
  expectRefused,
  type KnownInvitation,
  lackOfRole,
  lackOfScope,
  type Model,
  pick,
  sendAs,
  timeOf,
  workspaceMissing,
} from './model.ts';
import type { World } from './world.ts';

/** The sender and the workspace; -1 is one that doesn't exist. */
export interface PlaceChoice {
  readonly by: number;
  readonly place: number;
}

function aim(world: World, { by, place }: PlaceChoice) {
  const actor = pick(world.actors, by);
  const workspace = place < 0 ? 'ws_nowhere' : pick(world.workspaces, place);
  const refusal =
    lackOfScope(actor, 'workspace:admin') ??
    lackOfRole(actor, 'workspace:admin', { workspace, missing: workspaceMissing });
  return { actor, workspace, refusal, path: `/api/workspaces/${workspace}/invitations` };
}

export interface InviteChoice extends PlaceChoice {
  /** An address, or the number of a person, who may already be a member. */
  readonly whom: string | number;
  readonly role: Role;
}

export const invite = (choice: InviteChoice): Command =>
  command('invite', choice, async (model, world) => {
    const { actor, workspace, path, ...aimed } = aim(world, choice);
    const { role } = choice;
    const { email, isMember } = inviteeOf(world, workspace, choice.whom);
    const mayNotMakeOwner = role === 'owner' && actor.roles.get(workspace) !== 'owner';
    const refusal =
      aimed.refusal ??
      (mayNotMakeOwner ? ([403, 'insufficient_role'] as const) : undefined) ??
      (isMember ? ([409, 'already_member'] as const) : undefined);
    const reply = await sendAs(world, actor, { method: 'POST', path, body: { email, role } });
    if (refusal !== undefined) return expectRefused(reply, refusal);
    const { url, ...body } = dataOf(reply, 201);
    const { _id: id, createdAt } = body;
    expect(url).toMatch(/^http.*\/join#token=[\w-]{43}$/);
    const expiresAt = new Date(timeOf(createdAt) + 7 * 24 * 60 * 60 * 1000).toISOString();
    // Nothing is mailed without SMTP, so nothing is delivered.
    expect(body).toEqual({ _id: id, email: email.toLowerCase(), role, createdAt, expiresAt, delivery: null });
    expect(model.invitationIds).not.toContain(id);
    remember(model, { workspace, email: email.toLowerCase(), body });
  });

function inviteeOf({ actors, members }: World, workspace: string, whom: string | number) {
  if (typeof whom === 'string') return { email: whom, isMember: false };
  const people = [...new Set(actors.map(({ user }) => user))];
  const person = pick(people, whom);
  return { email: person.email, isMember: members.get(workspace)?.has(person) === true };
}

/** A newer invitation replaces an older one to the same address. */
function remember({ invitations, invitationIds }: Model, invitation: KnownInvitation): void {
  for (const [id, { workspace, email }] of invitations) {
    if (workspace === invitation.workspace && email === invitation.email) invitations.delete(id);
  }
  const id = String(invitation.body['_id']);
  invitations.set(id, invitation);
  invitationIds.push(id);
}

export const listInvitations = (choice: PlaceChoice): Command =>
  command('listInvitations', choice, async (model, world) => {
    const { actor, workspace, path, refusal } = aim(world, choice);
    const reply = await sendAs(world, actor, { method: 'GET', path: `${path}?limit=100&includeTotal=true` });
    if (refusal !== undefined) return expectRefused(reply, refusal);
    const open = [...model.invitations.values()].filter((known) => known.workspace === workspace);
    const { items, ...rest } = dataOf(reply);
    expect(rest).toEqual({ nextCursor: null, total: open.length });
    const byTime = (a: Record<string, unknown>, b: Record<string, unknown>) =>
      timeOf(b['createdAt']) - timeOf(a['createdAt']) || (String(a['_id']) < String(b['_id']) ? 1 : -1);
    expect(items).toEqual(open.map(({ body }) => body).sort(byTime));
  });

/** Revokes an invitation, in its own workspace or in a given one, which may be another. */
export const revokeInvitation = (choice: { by: number; which: number; place: number | undefined }): Command =>
  command('revokeInvitation', choice, async (model, world) => {
    const id = model.invitationIds.length === 0 ? 'inv_nowhere' : pick(model.invitationIds, choice.which);
    const known = model.invitations.get(id);
    const place = choice.place ?? world.workspaces.indexOf(known?.workspace ?? '');
    const { actor, workspace, path, refusal } = aim(world, { by: choice.by, place });
    const reply = await sendAs(world, actor, { method: 'DELETE', path: `${path}/${id}` });
    if (refusal !== undefined) return expectRefused(reply, refusal);
    // An invitation can't be reached through another workspace.
    if (known?.workspace !== workspace) return expectRefused(reply, [404, 'invitation_not_found']);
    expect(reply.status).toBe(200);
    expect(jsonOf(reply)).toEqual({ success: true, message: 'Invitation revoked.' });
    model.invitations.delete(id);
  });
