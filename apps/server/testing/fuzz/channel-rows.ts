import { statement } from '../../src/storage/unit.ts';
import { pictureParts } from '../fixtures/pictures.ts';
import { deliveryRow } from '../messengers/channel-rows.ts';
import { signedHeaders } from '../servers/webhook-server.ts';
import type { Cast } from './cast.ts';
import { idDrawn, type Row } from './row.ts';

/** Calls of the operations on channels with which a valid request succeeds. */
export async function channelRows({ service, owner, made }: Cast): Promise<Record<string, Row>> {
  const { key: headers } = owner;
  const agent = await made.agent();
  const create = (type: string) => made.post(`/api/agents/${agent}/channels`, { type });
  const make = async (type = 'webhook'): Promise<string> => String((await create(type))['_id']);
  const [id, widget] = [await make(), await make('widget')];
  const many = await Promise.all(Array.from({ length: 16 }, () => make()));
  const next = inTurn(many);
  const nextWidget = inTurn(await Promise.all(Array.from({ length: 16 }, () => make('widget'))));
  const one = { headers, params: { id } };
  /** A message that could not be delivered. */
  const fail = async () => {
    const { conversation, reply } = await made.post(`/api/agents/${agent}/chat`, { content: 'Hello' });
    const [message, of] = [idOf(reply), idOf(conversation)];
    const row = deliveryRow({ workspace: owner.workspace, channel: id, conversation: of, message }, 'failed');
    const { db } = service;
    await db.write([statement(db.query.insertInto('channel_outbox').values(row))]);
    return { message, conversation: of };
  };
  return {
    listChannelTypes: { target: () => ({ headers }) },
    createChannel: {
      target: (body) => ({
        headers,
        params: { id: agent },
        body: { ...ofPlainType(body), ...('settings' in body && { settings: {} }) },
      }),
      conflicts: idDrawn,
    },
    listChannels: { target: () => ({ headers, params: { id: agent } }) },
    listAllChannels: { target: () => ({ headers, query: {} }) },
    putChannel: {
      // Another type or agent than that of the existing channel is refused.
      target: (body) => ({
        ...{ headers, params: { externalId: 'the-one' }, query: { workspaceId: owner.workspace } },
        body: { ...changesOf(body), agent, type: 'webhook' },
      }),
      conflicts: { version_conflict: 'It was changed at the same moment, again and again.' },
    },
    getChannel: { target: () => one },
    updateChannel: {
      target: (body) => ({ headers, params: { id: next() }, body: changesOf(body) }),
      conflicts: { ...idDrawn, version_conflict: 'It was changed at the same moment, again and again.' },
    },
    deleteChannel: { target: async () => ({ headers, params: { id: await make() } }) },
    setChannelPicture: {
      target: () => ({ headers, params: { id: nextWidget() }, files: pictureParts() }),
      conflicts: { version_conflict: 'It was changed at the same moment, again and again.' },
    },
    deleteChannelPicture: {
      target: () => ({ headers, params: { id: nextWidget() } }),
      conflicts: { version_conflict: 'It was changed at the same moment, again and again.' },
    },
    testChannel: { target: () => ({ ...one, body: { to: undefined } }) },
    checkChannel: {
      target: (body) => ({
        headers,
        params: { id: agent },
        body: { ...ofPlainType(body), settings: {}, channel: undefined },
      }),
    },
    confirmChannelAddress: {
      target: () => ({ params: { id } }),
      conflicts: { invalid_signature: 'A webhook needs no such confirmation.' },
      neverAccepted: 'Only the owner of a platform’s channel has its token.',
    },
    listDeliveries: { target: async () => ({ headers, params: { id: (await fail()).conversation } }) },
    redeliverMessage: { target: async () => ({ headers, params: { id: (await fail()).message } }) },
    createVisitor: {
      target: () => ({
        params: { id: widget },
        body: { token: undefined, identity: undefined, origin: undefined },
      }),
      conflicts: { rate_limited: 'New visitors of one address are counted.' },
    },
    receiveChannelEvent: {
      target: async () => {
        // A channel of its own: a secret that others rotate at the same moment would be refused.
        const { _id: to, secret, createdAt } = await create('webhook');
        const text = JSON.stringify({ type: 'message', user: { id: 'customer-7' }, text: 'Hello' });
        // By the time of the service, whose clock the tests move.
        const signed = signedHeaders(String(secret), text, { at: Date.parse(String(createdAt)) });
        return { params: { id: String(to) }, bytes: Buffer.from(text), headers: signed };
      },
      conflicts: { unsupported_media_type: 'Only Slack sends forms.' },
    },
    rotateChannelSecret: {
      // One after the other of several: requests at the same moment would conflict.
      target: () => ({ headers, params: { id: next() } }),
      conflicts: { version_conflict: 'It was changed at the same moment.' },
    },
  };
}

const readOnly = [
  '_id',
  'agent',
  'workspace',
  'type',
  'urls',
  'picture',
  'lastEventAt',
  'lastError',
  'lastCheckedAt',
  'createdAt',
  'updatedAt',
];

const idOf = (value: unknown) => String((value as { readonly _id: string })._id);

/** A random kind, unless it needs settings of a platform. */
const ofPlainType = ({ type }: Readonly<Record<string, unknown>>) => ({
  type: ['widget', 'page', 'webhook'].includes(String(type)) ? type : 'webhook',
});

/** Removes fields from a random change that only an echo may have; settings are those of a kind. */
const changesOf = (body: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...Object.fromEntries(readOnly.filter((name) => name in body).map((name) => [name, undefined])),
  ...('settings' in body && { settings: { apology: 'Sorry.' } }),
  ...(body['status'] === 'error' && { status: 'inactive' }),
});

/** Returns a function that returns one after the other, again and again. */
function inTurn(all: readonly string[]): () => string {
  let calls = 0;
  return () => {
    calls += 1;
    return all[calls % all.length] ?? '';
  };
}
