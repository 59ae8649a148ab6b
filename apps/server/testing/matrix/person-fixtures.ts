import { newId } from '../../src/ids.ts';
import type { Draft, Where } from './draft.ts';
import type { World } from './world.ts';

const day = 24 * 60 * 60 * 1000;

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
