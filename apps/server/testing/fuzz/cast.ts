import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { newToken, tokenDigest } from '../../src/access/secrets.ts';
import { newId } from '../../src/ids.ts';
import { statement } from '../../src/storage/unit.ts';
import {
  type Inhabitant,
  makeInhabitant,
  makeKey,
  makeSession,
  makeSource,
  makeWorkspace,
  ownInstance,
  row,
} from '../fixtures/people.ts';
import { password, type Service } from '../harness.ts';
import { jsonOf, type Wire } from '../processes/wire.ts';

/** The providers of the operator: enough that concurrent requests each have their own. */
export const providerNames = Array.from({ length: 40 }, (_, index) => `own${index}`);

/** A person with an own workspace, key and session. */
export interface Owner {
  readonly person: Inhabitant;
  readonly workspace: string;
  readonly source: string;
  readonly key: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
}

async function makeOwner(service: Service): Promise<Owner> {
  const person = await makeInhabitant(service, 'Owner');
  await ownInstance(service, person.id);
  const workspace = await makeWorkspace(service, person.account, new Map([[person, 'owner']]));
  const key = await makeKey(service, person);
  const session = await makeSession(service, person);
  const source = await makeSource(service, workspace);
  return { person, workspace, source, key: key.headers, session: session.headers };
}

/** The dependencies of the rows. */
export interface Stage {
  readonly service: Service;
  readonly wire: Wire;
  /** Number of people for session operations, because a session is limited to 600 requests per minute. */
  readonly people: number;
}

/** The shared data of one run's rows. */
export interface Cast {
  readonly service: Service;
  readonly owner: Owner;
  /** Returns the owners in turn. */
  next(): Owner;
  readonly made: ReturnType<typeof makers>;
}

/** Creates the people of a run, and functions that create the rest. */
export async function makeCast({ service, wire, people }: Stage): Promise<Cast> {
  const owners = await Promise.all(Array.from({ length: people }, () => makeOwner(service)));
  let turn = 0;
  const next = (): Owner => {
    turn += 1;
    const owner = owners[turn % owners.length];
    if (owner === undefined) throw new Error('There is no owner.');
    return owner;
  };
  const owner = next();
  return { service, owner, next, made: makers(service, wire, owner) };
}

/** Creates the objects that single requests use up. */
function makers(service: Service, wire: Wire, { person, workspace, key }: Owner) {
  let guests = 0;
  let providers = 0;
  let digest: Promise<string> | undefined;
  const stored = new Map<string, Record<string, unknown>>();

  const invitation = async (email: string = `guest-${randomUUID()}@example.com`) => {
    const id = newId('invitation');
    const token = newToken();
    const time = Date.now();
    const parties = { workspace_id: workspace, email, role: 'viewer', invited_by: person.id };
    const times = { created_at: time, expires_at: time + 24 * 60 * 60 * 1000 };
    await service.db.write([row(service.db, 'invitations', { id, digest: tokenDigest(token), ...parties, ...times })]);
    return { id, token };
  };

  /** A person with the harness's password, which is hashed once. */
  const inhabitantWithPassword = async () => {
    digest ??= hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    return makeInhabitant(service, 'Guest', { digest: await digest });
  };

  return {
    inhabitantWithPassword,
    /** Sends a request as the owner, which must succeed, and returns its data. */
    post: async (path: string, body: object): Promise<Record<string, unknown>> => {
      const { status, text } = await wire.send({ method: 'POST', path, headers: key, body });
      if (status >= 300) throw new Error(`POST ${path}: ${text}`);
      return jsonOf({ text })['data'] as Record<string, unknown>;
    },
    invitation,
    agent: async (): Promise<string> => {
      const reply = await wire.send({
        method: 'POST',
        path: '/api/agents',
        headers: key,
        body: { name: 'To be used' },
      });
      const data = jsonOf(reply)['data'] as Record<string, unknown>;
      stored.set(String(data['_id']), data);
      return String(data['_id']);
    },
    /** The read-only fields in a body get the values of a read, so that they are an echo. */
    echo: (agent: string, body: object): Record<string, unknown> => {
      const readOnly = ['_id', 'workspace', 'createdAt'];
      const shown = Object.entries(stored.get(agent) ?? {}).filter(([name]) => readOnly.includes(name) && name in body);
      return { ...Object.fromEntries(shown), ...('updatedAt' in body && { updatedAt: undefined }) };
    },
    member: async (): Promise<string> => {
      const guest = await makeInhabitant(service, 'Guest');
      const place = { workspace_id: workspace, user_id: guest.id, role: 'viewer', created_at: Date.now() };
      await service.db.write([row(service.db, 'members', place)]);
      return guest.id;
    },
    /** A member of the owner's account, whose password the owner may reset. */
    colleague: async (): Promise<string> => {
      const { id } = await makeInhabitant(service, 'Colleague', { account: person.account });
      const place = { workspace_id: workspace, user_id: id, role: 'viewer', created_at: Date.now() };
      await service.db.write([row(service.db, 'members', place)]);
      return id;
    },
    /** Stores a key of a provider and returns its name. It is sealed otherwise, so that it is never used. */
    providerKey: async (): Promise<string> => {
      providers += 1;
      const provider = providerNames[providers % providerNames.length] ?? '';
      const values = { sealed: '', last_four: null, set_by: person.id, set_at: Date.now() };
      const { query } = service.db;
      await service.db.write([
        statement(
          query
            .insertInto('provider_keys')
            .values({ provider, ...values })
            .onConflict((conflict) => conflict.column('provider').doUpdateSet(values)),
        ),
      ]);
      return provider;
    },
    /** The token of a link that sets a new password. */
    resetToken: async (): Promise<string> => {
      const { id, email } = await makeInhabitant(service, 'Guest');
      const token = newToken();
      const link = { id: tokenDigest(token), user_id: id, email, mailed: 0, issued_by: null };
      await service.db.write([
        // The clock of a run goes on by more than the hour of a real one.
        row(service.db, 'password_resets', { ...link, expires_at: Date.now() + 24 * 60 * 60 * 1000 }),
      ]);
      return token;
    },
    /** Alternates between a new and an existing person. */
    acceptance: async (): Promise<Record<string, unknown>> => {
      guests += 1;
      const alone = { secondFactor: undefined };
      if (guests % 2 === 0) return { ...alone, token: (await invitation()).token, password: `my own ${randomUUID()}` };
      const guest = await inhabitantWithPassword();
      return { ...alone, token: (await invitation(guest.email)).token, password };
    },
  };
}
