import { type Permission, permissions, type Role } from '../../src/access/scopes.ts';
import { newToken, tokenDigest } from '../../src/access/secrets.ts';
import type { NewApiKey } from '../../src/features/keys/schema.ts';
import { newId } from '../../src/ids.ts';
import { row } from '../fixtures/people.ts';
import { type Service as HarnessService, password } from '../harness.ts';

/** The service under the world. */
export type Service = Pick<HarnessService, 'url' | 'db' | 'features'>;

/** The workspaces of the matrix, in the order of their creation: three of one account, one of another. */
export const places = ['home', 'elsewhere', 'hidden', 'foreign'] as const;
export type Place = (typeof places)[number];

/** The account that a place belongs to. */
export const sideOf = (place: Place): Side => (place === 'foreign' ? 'theirs' : 'ours');
export type Side = 'ours' | 'theirs';

export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** One workspace with its owner. */
export interface Site {
  readonly account: string;
  readonly workspace: string;
  readonly owner: User;
  /** Part of every name and email of this place, so that a leak shows. */
  readonly marker: string;
  /** Of the harness's password, hashed once for everyone. */
  readonly hash: string;
}

/** The starting point of every matrix test, with fast ways to create people and credentials. */
export interface World {
  readonly service: Service;
  readonly sites: Readonly<Record<Place, Site>>;
  /** Creates a person of an account with these roles and the harness's password. */
  person(side: Side, roles: Roles, marker?: string): Promise<User>;
  /** The token of a new session. */
  sessionOf(user: User, expiresAt?: number): Promise<string>;
  /** Creates a key as the operator does; default: all scopes. */
  keyOf(user: User, side: Side, options?: KeyOptions): Promise<Key>;
}

/** A person's role in each place in which they are a member. */
export type Roles = Readonly<Partial<Record<Place, Role>>>;

/** A key and its ID. */
export type Key = Pick<NewApiKey, '_id' | 'key'>;

interface KeyOptions {
  readonly scopes?: readonly Permission[];
  readonly boundTo?: Place;
  readonly expiresAt?: number;
}

const day = 24 * 60 * 60 * 1000;

/** The headers of a request with an API key. */
export const bearer = ({ key }: Pick<Key, 'key'>) => ({ authorization: `Bearer ${key}` });

/** The headers of a request from the dashboard. */
export const cookie = (service: Service, token: string) => ({ cookie: `parley_session=${token}`, origin: service.url });

/** Builds the world on an unused service. */
export async function buildWorld(service: Service): Promise<World> {
  const ours = await makeAccount(service, 'ours');
  const theirs = await makeAccount(service, 'theirs');
  const { hash } = ours;
  const sites = {
    home: await makeSite(service, ours, 'home'),
    elsewhere: await makeSite(service, ours, 'elsewhere'),
    hidden: await makeSite(service, ours, 'hidden'),
    foreign: await makeSite(service, theirs, 'foreign'),
  };
  const accounts = { ours: ours.id, theirs: theirs.id };
  await makeAccountKey(service, ours, sites.home.owner);
  await makeAccountKey(service, theirs, sites.foreign.owner);
  return {
    service,
    sites,
    person: (side, roles, marker = 'somebody') =>
      insertPerson(service, { account: accounts[side], hash, marker, roles, sites }),
    sessionOf: (user, expiresAt = Date.now() + 7 * day) => insertSession(service, user, expiresAt),
    keyOf: async (user, side, { scopes = permissions, boundTo, expiresAt } = {}) => {
      const workspace = boundTo && sites[boundTo].workspace;
      const draft = { account: accounts[side], user, name: 'of the matrix', scopes, expiresAt, workspace };
      return service.features.keyOperations.create({ ...draft, environment: 'development' });
    },
  };
}

/** Part of the names of keys that aren't bound to a workspace. */
export const accountMarker = (side: Side) => `account-marker-${side}-q7`;

interface Account {
  readonly id: string;
  readonly side: Side;
  /** Of the harness's password, hashed once for everyone. */
  readonly hash: string;
}

async function makeAccount({ features, db }: Service, side: Side): Promise<Account> {
  const draft = { email: `root@${side}.example`, name: `Root of ${side}`, password };
  const made = await features.accounts.create(draft, { plan: 'business', workspaceName: `Root of ${side}` });
  const [user] = await db.read(db.query.selectFrom('users').select('password_hash').where('id', '=', made.user.id));
  if (user === undefined) throw new Error('The person who was just made does not exist.');
  return { id: made.account.id, side, hash: user.password_hash };
}

async function makeAccountKey({ features }: Service, { id: account, side }: Account, user: User): Promise<void> {
  const draft = { account, user, name: accountMarker(side), scopes: permissions, environment: 'production' } as const;
  await features.keyOperations.create(draft);
}

async function makeSite(service: Service, { id: account, hash }: Account, place: Place): Promise<Site> {
  const { db } = service;
  const [workspace, marker, time] = [newId('workspace'), `marker-${place}-q7`, Date.now()];
  const values = { id: workspace, account_id: account, name: marker, name_folded: marker, version: 1 };
  await db.write([row(db, 'workspaces', { ...values, created_at: time + places.indexOf(place), updated_at: time })]);
  const site = { account, workspace, marker };
  const owner = await insertPerson(service, {
    account,
    hash,
    marker,
    roles: { [place]: 'owner' },
    sites: { [place]: site },
  });
  return { ...site, owner, hash };
}

interface PersonDraft {
  readonly account: string;
  readonly hash: string;
  readonly marker: string;
  readonly roles: Roles;
  readonly sites: Partial<Record<Place, Pick<Site, 'workspace'>>>;
}

async function insertPerson({ db }: Service, { account, hash, marker, roles, sites }: PersonDraft): Promise<User> {
  const id = newId('user');
  const user = { id, email: `${id}@${marker}.example`, name: `${marker} person` };
  const stamps = { created_at: Date.now(), updated_at: Date.now(), verified_at: Date.now() };
  const values = { ...user, account_id: account, password_hash: hash, status: 'active', ...stamps };
  const members = places.flatMap((place) => {
    const [role, workspace] = [roles[place], sites[place]?.workspace];
    if (role === undefined || workspace === undefined) return [];
    return { workspace_id: workspace, user_id: id, role, created_at: Date.now() };
  });
  await db.write([row(db, 'users', values), ...members.map((member) => row(db, 'members', member))]);
  return user;
}

async function insertSession({ db }: Service, user: User, expiresAt: number): Promise<string> {
  const token = newToken();
  const values = { id: newId('session'), user_id: user.id, digest: tokenDigest(token), user_agent: '', address: '' };
  const times = { created_at: Date.now(), last_seen_at: Date.now(), expires_at: expiresAt };
  await db.write([row(db, 'sessions', { ...values, ...times })]);
  return token;
}
