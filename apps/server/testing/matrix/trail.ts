import { randomBytes } from 'node:crypto';
import { jsonOf, type Wire, type WireReply, type WireRequest } from '../processes/wire.ts';
import type { Program } from './program.ts';
import type { Secret } from './secret-forms.ts';

type Headers = Readonly<Record<string, string>>;

const keyPattern = /"key":"(parley_\w{38})"/;
const keyStart = 'parley_'.length;

/** One exchange, and the secrets that its answer may show. */
export interface Trace {
  readonly request: WireRequest;
  readonly reply: WireReply;
  readonly shows: readonly string[];
}

/** Every secret that an installation has issued, and every exchange with it. */
export interface Trail {
  readonly secrets: readonly Secret[];
  readonly traces: readonly Trace[];
  /** A signed-in owner. */
  readonly session: Headers;
  /** A key with every scope. */
  readonly key: Headers;
  send(request: WireRequest, shows?: readonly string[]): Promise<WireReply>;
}

/** Typed-in secrets, with characters that every encoding changes. */
const password = (whose: string) => `${randomBytes(9).toString('base64url')} & "${whose}" +/=?`;

/** Text that isn't secret but private to its owner: it must be in no log and no metric. */
export const privateText = (what: string): Secret => {
  const start = `${what}-`;
  return { name: `a ${what}`, value: `${start}${randomBytes(12).toString('base64url')}`, from: start.length };
};

/** Runs through everything that creates, receives or shows a secret, on an installation without an owner. */
export async function leaveTrail({ runtime, url }: Pick<Program, 'runtime' | 'url'>, wire: Wire): Promise<Trail> {
  const secrets: Secret[] = [];
  const traces: Trace[] = [];
  const keep = (name: string, value: string, from = 0) => {
    secrets.push({ name, value, from });
    return value;
  };
  const send: Trail['send'] = async (request, shows = []) => {
    const reply = await wire.send(request);
    traces.push({ request, reply, shows });
    return reply;
  };
  const post = (path: string, body: object, headers: Headers = {}) => send({ method: 'POST', path, body, headers });

  /** The secret in an answer, found by its pattern; from now on it must appear nowhere. */
  const shown = (name: string, reply: WireReply, pattern: RegExp): string => {
    const from = pattern === keyPattern ? keyStart : 0;
    const value = pattern.exec(`${reply.headers['set-cookie']?.[0] ?? ''} ${reply.text}`)?.[1];
    if (value === undefined) throw new Error(`No answer shows ${name}: ${reply.text}`);
    const trace = traces.findLast((each) => each.reply === reply) as Trace;
    traces[traces.indexOf(trace)] = { ...trace, shows: [...trace.shows, name] };
    return secrets.some((secret) => secret.value === value) ? value : keep(name, value, from);
  };
  const enter = (name: string, reply: WireReply): Headers => {
    return { cookie: `parley_session=${shown(name, reply, /parley_session=([\w-]{43});/)}`, origin: url };
  };

  keep('the pepper', runtime.pepper);
  const email = 'owner@example.com';
  const first = keep('the first password', password('first'));
  const token = keep('the set-up token', await runtime.features.setup.issueToken());
  await post('/api/setup', { token: `${token.slice(0, -1)}_`, email, password: first });
  const firstSession = enter('the first session', await post('/api/setup', { token, email, password: first }));

  const changed = keep('the changed password', password('changed'));
  await post('/api/session', { email, password: keep('a wrong password', password('wrong')) });
  const change = { currentPassword: first, newPassword: changed };
  await send({ method: 'PUT', path: '/api/me/password', body: change, headers: firstSession });
  await send({ method: 'PUT', path: '/api/me/password', body: change, headers: firstSession });
  const session = enter('the session', await post('/api/session', { email, password: changed }));
  await send({ method: 'DELETE', path: '/api/session', headers: firstSession });

  const draft = { name: 'Key', scopes: ['workspace:admin'] };
  const once = { ...session, 'idempotency-key': 'once' };
  const made = await post('/api/api-keys', draft, once);
  shown('the key', made, keyPattern);
  shown('the key', await post('/api/api-keys', draft, once), keyPattern);
  const { _id } = jsonOf(made)['data'] as { _id: string };
  const rotated = await post(`/api/api-keys/${_id}/rotate`, { overlapHours: 0 }, session);
  const key = { authorization: `Bearer ${shown('the rotated key', rotated, keyPattern)}` };

  const me = jsonOf(await send({ method: 'GET', path: '/api/me', headers: key }))['data'] as Me;
  const invitations = `/api/workspaces/${me.workspaces[0]?._id}/invitations`;
  const invite = { email: 'guest@example.com', role: 'viewer' };
  const invited = await post(invitations, invite, once);
  const invitation = shown('the invitation', invited, /#token=([\w-]{43})"/);
  shown('the invitation', await post(invitations, invite, once), /#token=([\w-]{43})"/);
  await post('/api/invitations/preview', { token: invitation });
  const acceptance = { token: invitation, password: keep('the guest’s password', password('guest')) };
  enter('the guest’s session', await post('/api/invitations/accept', acceptance));
  await post('/api/invitations/accept', acceptance);
  shown(
    'an open invitation',
    await post(invitations, { ...invite, email: 'other@example.com' }, key),
    /#token=([\w-]{43})"/,
  );

  const user = { ...me.user, id: me.user._id };
  const base = { account: me.account._id, user, name: 'Operator’s', scopes: ['agents:read'] as const };
  const operators = await runtime.features.keyOperations.create({ ...base, environment: 'production' });
  keep('the operator’s key', operators.key, keyStart);
  keep('a renewed set-up token', await runtime.features.setup.issueToken());
  return { secrets, traces, session, key, send };
}

interface Me {
  readonly user: { readonly _id: string; readonly name: string; readonly email: string };
  readonly account: { readonly _id: string };
  readonly workspaces: readonly { readonly _id: string }[];
}
