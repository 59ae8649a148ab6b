import { newToken, tokenDigest } from '../../src/access/secrets.ts';
import { newId } from '../../src/ids.ts';
import { row } from '../fixtures/people.ts';
import type { Draft, Where } from './draft.ts';
import type { Site, World } from './world.ts';

const day = 24 * 60 * 60 * 1000;
const stamps = () => ({ created_at: Date.now(), updated_at: Date.now() });

/** A person of a place's account who is a member of no workspace, with the harness's password. */
const formerMember = ({ account, marker, hash }: Site, id: string) => ({
  ...{ id, account_id: account, email: `${id}@${marker}.example`, name: marker },
  ...{ password_hash: hash, status: 'active', ...stamps() },
});

/** For an existing person, who accepts it with the harness's password. */
function invitation({ sites, service: { db } }: World, { place }: Where): Draft & { readonly token: string } {
  const { workspace, owner } = sites[place];
  const [token, user] = [newToken(), newId('user')];
  const person = formerMember(sites[place], user);
  const { email } = person;
  const whose = { id: newId('invitation'), workspace_id: workspace, email, role: 'viewer', invited_by: owner.id };
  const times = { created_at: Date.now(), expires_at: Date.now() + 7 * day };
  const values = { ...whose, digest: tokenDigest(token), ...times };
  return { table: 'invitations', values, token, first: [row(db, 'users', person)] };
}

type PersonKind = 'invitation' | 'invitationToken' | 'resetToken' | 'passkey';

/** Creates the invitations, links and passkeys of people. */
export const personDrafts: Readonly<Record<PersonKind, (world: World, where: Where) => Draft>> = {
  invitation: (world, where) => ({ ...invitation(world, where), token: undefined }),
  invitationToken: (world, where) => invitation(world, where),
  resetToken: ({ sites, service: { db } }, { place }) => {
    const [token, id] = [newToken(), newId('user')];
    const user = formerMember(sites[place], id);
    const values = { id: tokenDigest(token), user_id: id, email: user.email, mailed: 0, issued_by: null };
    const first = [row(db, 'users', user)];
    return { table: 'password_resets', values: { ...values, expires_at: Date.now() + day }, token, first };
  },
  passkey: ({ sites, service: { db } }, { place }) => {
    const [id, user] = [newId('passkey'), newId('user')];
    const texts = {
      credential_id: id,
      rp_id: 'localhost',
      public_key: '',
      transports: '[]',
      name: sites[place].marker,
    };
    const values = { id, user_id: user, ...texts, counter: 0, backed_up: 0, created_at: 0, last_used_at: null };
    return { table: 'passkeys', values, first: [row(db, 'users', formerMember(sites[place], user))] };
  },
};

/** The caller, or the owner of another place. */
const personOf = ({ sites }: World, { place, by }: Where) =>
  (place === 'home' ? by.user : undefined) ?? sites[place].owner;

/** A session. */
export function sessionDraft(world: World, where: Where): Draft {
  const id = newId('session');
  const { marker } = world.sites[where.place];
  const texts = { user_id: personOf(world, where).id, digest: id, user_agent: marker, address: '192.0.2.1' };
  const times = { created_at: Date.now(), last_seen_at: Date.now(), expires_at: Date.now() + 7 * day };
  return { table: 'sessions', values: { id, ...texts, ...times } };
}

/** An account at a platform. */
export function roomAccountDraft(world: World, where: Where): Draft {
  const id = newId('roomAccount');
  const { workspace, marker } = world.sites[where.place];
  const account = { workspace_id: workspace, platform: id, external_id: id, name: marker, created_at: Date.now() };
  const values = { id, ...account, user_id: personOf(world, where).id };
  return { table: 'team_room_people', values };
}
