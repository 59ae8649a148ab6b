import { Parley } from '@parley/sdk';
import { SignJWT } from 'jose';
import type { VisitorDraft, VisitorSession } from '../../src/features/channels/visitors/schema.ts';
import { newId } from '../../src/ids.ts';
import { row } from '../fixtures/people.ts';
import type { Person, Service } from '../harness.ts';
import { identitySecret, plainChannel, sealedSecret } from '../messengers/channel-rows.ts';
import { type Reply, send } from '../request.ts';

/** Deviations from an active widget without limits. */
interface WebChannelDraft {
  readonly type?: string;
  readonly status?: string;
  readonly settings?: object;
  readonly limits?: object;
  readonly offlineMessage?: string;
}

/** Writes a channel on the web into the database; returns its ID. */
export async function makeWebChannel(
  { db }: Pick<Service, 'db'>,
  { workspace, agent }: { readonly workspace: string; readonly agent: string },
  { type = 'widget', status = 'active', settings = {}, limits, offlineMessage }: WebChannelDraft = {},
): Promise<string> {
  const id = newId('channel');
  await db.write([
    row(db, 'channels', {
      ...plainChannel,
      ...{ id, workspace_id: workspace, agent_id: agent, type, status, created_at: 1, updated_at: 1 },
      ...{
        settings: JSON.stringify(settings),
        ...(limits && { limits: JSON.stringify(limits) }),
        secrets: sealedSecret(id),
      },
      offline_message: offlineMessage ?? null,
    }),
  ]);
  return id;
}

/** Asks to be let in as a visitor. */
export const askIn = (
  url: string,
  channel: string,
  { headers = {}, ...body }: VisitorDraft & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Reply> => send(url, { method: 'POST', path: `/api/channels/${channel}/visitors`, body, headers });

/** Lets a visitor in; throws if that is refused. */
export async function letIn(url: string, channel: string, body: VisitorDraft = {}): Promise<VisitorSession> {
  const reply = await askIn(url, channel, body);
  if (reply.status !== 200) throw new Error(`The visitor was not let in: ${reply.text}`);
  return reply.json()['data'] as VisitorSession;
}

/** A client that acts as a visitor. */
export const clientOf = ({ url }: Pick<Service, 'url'>, { token }: Pick<VisitorSession, 'token'>): Parley =>
  new Parley({ apiKey: token, baseURL: url, maxRetries: 0 });

/** Signs a proof of identity as the customer's server does. */
export function proofOf(
  sub: string,
  { secret = identitySecret, now = Date.now(), seconds = 600, ...claims }: ProofOptions = {},
): Promise<string> {
  const exp = Math.floor(now / 1000) + seconds;
  return new SignJWT({ ...claims, sub, exp })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret));
}

interface ProofOptions {
  readonly secret?: string;
  /** In ms since 1970. */
  readonly now?: number;
  readonly seconds?: number;
  readonly name?: string;
  readonly aud?: string;
}

/** An agent that echoes, of a person. */
export async function echoAgent(person: Person): Promise<string> {
  return (await (await person.client()).agents.create({ name: 'Echo', model: 'builtin/echo' }))._id;
}
