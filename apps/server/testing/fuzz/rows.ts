import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { newToken, tokenDigest } from '../../src/http/secrets.ts';
import { newId } from '../../src/ids.ts';
import { password, type Service } from '../harness.ts';
import { type Inhabitant, makeInhabitant, makeKey, makeSession, makeSource, makeWorkspace, row } from '../people.ts';
import { jsonOf, type Wire } from '../wire.ts';

/** What a request needs of the world so that it can succeed. */
export interface Target {
  /** Who sends it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  /** Fields that must be real, put over the generated ones; in the query likewise. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** How an operation is called so that a valid request succeeds. */
export interface Row {
  /** Makes what one valid request needs: anew each time where the request uses it up. */
  target(body: Readonly<Record<string, unknown>>): Target | Promise<Target>;
  /** Codes with which a valid request may fail all the same, each with its reason. */
  readonly conflicts?: Readonly<Record<string, string>>;
  /** At most so many requests, where one is slow. */
  readonly atMost?: number;
}

/** Password operations hash with argon2 for a tenth of a second; so many of them are enough to try each rule. */
const slow = 150;

/** Somebody with a workspace, a key and a session of their own. */
interface Owner {
  readonly person: Inhabitant;
  readonly workspace: string;
  readonly source: string;
  readonly key: Readonly<Record<string, string>>;
  readonly session: Readonly<Record<string, string>>;
}

async function makeOwner(service: Service): Promise<Owner> {
  const person = await makeInhabitant(service, 'Owner');
  const workspace = await makeWorkspace(service, person.account, new Map([[person, 'owner']]));
  const key = await makeKey(service, person);
  const session = await makeSession(service, person);
  const source = await makeSource(service, workspace);
  return { person, workspace, source, key: key.headers, session: session.headers };
}

/** What the rows are made with. */
export interface Stage {
  readonly service: Service;
  readonly wire: Wire;
  /** Sessions are limited to 600 requests a minute a person, so the session's operations are spread over so many. */
  readonly people: number;
}

/** What the rows of one run share. */
interface Cast {
  readonly service: Service;
  readonly owner: Owner;
  /** One owner after the other. */
  next(): Owner;
  readonly made: ReturnType<typeof makers>;
}

/** Every operation's row, by its name in openapi.json; the test fails where one is missing. */
export async function makeRows({ service, wire, people }: Stage): Promise<Readonly<Record<string, Row>>> {
  const owners = await Promise.all(Array.from({ length: people }, () => makeOwner(service)));
  let turn = 0;
  const next = (): Owner => {
    turn += 1;
    const owner = owners[turn % owners.length];
    if (owner === undefined) throw new Error('Nobody is there.');
    return owner;
  };
  const owner = next();
  const cast = { service, owner, next, made: makers(service, wire, owner) };
  return {
    ...(await agentRows(cast)),
    ...(await keyRows(cast)),
    ...(await workspaceRows(cast)),
    ...invitationRows(cast),
    ...(await accountRows(cast)),
    getHealth: { target: () => ({}) },
    getReadiness: { target: () => ({}) },
  };
}

async function agentRows({ owner, made }: Cast): Promise<Record<string, Row>> {
  const { key: headers, workspace } = owner;
  const real = realFields(owner);
  const id = await made.agent();
  const one = { headers, params: { id } };
  return {
    createAgent: { target: (body) => ({ headers, body: real(body) }) },
    listAgents: { target: () => ({ headers, query: { workspaceId: workspace } }) },
    getAgent: { target: () => one },
    updateAgent: { target: (body) => ({ ...one, body: { ...real(body), ...made.echo(id, body) } }) },
    deleteAgent: { target: async () => ({ headers, params: { id: await made.agent() } }) },
    getAgentDependents: { target: () => one },
  };
}

async function keyRows({ service, owner, next }: Cast): Promise<Record<string, Row>> {
  const { key: headers, workspace, person } = owner;
  const { id } = await makeKey(service, person);
  return {
    createApiKey: {
      target: (body) => {
        const { session, workspace: own } = next();
        return { headers: session, body: 'workspaceId' in body ? { workspaceId: own } : {} };
      },
    },
    listApiKeys: { target: () => ({ headers, query: { workspaceId: workspace } }) },
    getApiKey: { target: () => ({ headers, params: { id } }) },
    updateApiKey: { target: () => ({ headers, params: { id } }) },
    revokeApiKey: { target: async () => ({ headers, params: { id: (await makeKey(service, person)).id } }) },
    rotateApiKey: {
      target: async () => {
        const { person: user, session } = next();
        return { headers: session, params: { id: (await makeKey(service, user)).id } };
      },
    },
  };
}

async function workspaceRows({ owner, next, made }: Cast): Promise<Record<string, Row>> {
  const { key: headers, workspace: id } = owner;
  const within = { headers, params: { id } };
  const conflicts = { name_conflict: 'Names are drawn at random, and an account has one workspace of each only.' };
  const member = await made.member();
  return {
    createWorkspace: { target: () => ({ headers: next().key }), conflicts },
    listWorkspaces: { target: () => ({ headers }) },
    getWorkspace: { target: () => within },
    updateWorkspace: { target: () => within, conflicts },
    listMembers: { target: () => within },
    updateMember: { target: () => ({ headers, params: { id, userId: member } }) },
    removeMember: { target: async () => ({ headers, params: { id, userId: await made.member() } }) },
  };
}

function invitationRows({ owner, made }: Cast): Record<string, Row> {
  const { key: headers, workspace: id } = owner;
  const within = { headers, params: { id } };
  return {
    createInvitation: { target: () => within },
    listInvitations: { target: () => within },
    revokeInvitation: {
      target: async () => ({ headers, params: { id, invitationId: (await made.invitation()).id } }),
    },
    previewInvitation: { target: async () => ({ body: { token: (await made.invitation()).token } }) },
    acceptInvitation: { target: async () => ({ body: await made.acceptance() }) },
  };
}

async function accountRows({ service, owner, next }: Cast): Promise<Record<string, Row>> {
  const headers = owner.key;
  const bySession = (): Target => ({ headers: next().session });
  const digest = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const guest = () => makeInhabitant(service, 'Guest', { digest });
  return {
    getMe: { target: () => ({ headers }) },
    updateMe: { target: bySession },
    getUsage: { target: () => ({ headers }) },
    signIn: { target: async () => ({ body: { email: (await guest()).email, password } }), atMost: slow },
    signOut: { target: async () => ({ headers: (await makeSession(service, next().person)).headers }) },
    listSessions: { target: bySession },
    revokeSession: {
      target: async () => {
        const { person, session } = next();
        return { headers: session, params: { id: (await makeSession(service, person)).id } };
      },
    },
    changePassword: {
      target: async () => ({
        headers: (await makeSession(service, await guest())).headers,
        body: { currentPassword: password, newPassword: `another ${randomUUID()}` },
      }),
      atMost: slow,
    },
  };
}

/** Fields of an agent that name something else name something real. */
const realFields =
  ({ workspace, source }: Owner) =>
  (body: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
    ...('workspaceId' in body && { workspaceId: workspace }),
    ...(Array.isArray(body['knowledgeSources']) && {
      knowledgeSources: body['knowledgeSources'].length > 0 ? [source] : [],
    }),
  });

/** Makes what single requests use up. */
function makers(service: Service, wire: Wire, { person, workspace, key }: Owner) {
  let guests = 0;
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

  return {
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
    /** The read-only fields that a body names, as a read of the agent showed them, so that they are an echo. */
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
    /** Mostly of somebody known, who needs no password: a new person's is hashed, which is slow. */
    acceptance: async (): Promise<Record<string, unknown>> => {
      guests += 1;
      if (guests % 50 === 0) return { token: (await invitation()).token, password: `my own ${randomUUID()}` };
      const guest = await makeInhabitant(service, 'Guest');
      return { token: (await invitation(guest.email)).token };
    },
  };
}
