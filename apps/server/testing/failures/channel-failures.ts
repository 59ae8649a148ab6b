import { statement } from '../../src/storage/unit.ts';
import { askIn, letIn, makeWebChannel, proofOf } from '../conversations/visitors.ts';
import type { Person, Service } from '../harness.ts';
import { deliveryRow } from '../messengers/channel-rows.ts';
import { type RawRequest, type Reply, send } from '../request.ts';

interface World {
  readonly parley: Service;
  readonly alice: Person;
  readonly key: string;
  readonly agent: string;
}

const day = 24 * 60 * 60 * 1000;

const channelOf = (
  { parley, alice, agent }: World,
  draft?: { status?: string; settings?: object; limits?: object },
): Promise<string> => makeWebChannel(parley, { workspace: alice.workspace, agent }, draft);

const asVisitor = async (
  { parley }: World,
  { channel, ...request }: Omit<RawRequest, 'key'> & { readonly channel: string },
): Promise<Reply> => send(parley.url, { ...request, key: (await letIn(parley.url, channel)).token });

/** Provokes the errors of channels and visitors, by their code. */
export const channelFailures = {
  channel_not_found: { by: ({ parley }: World) => askIn(parley.url, 'channel_nowhere') },
  channel_inactive: {
    by: async (world: World) => askIn(world.parley.url, await channelOf(world, { status: 'inactive' })),
  },
  channel_limit_reached: {
    by: async (world: World) => {
      const limits = { visitorMessagesPerDay: 1, messagesPerDay: null, message: 'That is all for today.' };
      const { token } = await letIn(world.parley.url, await channelOf(world, { limits }));
      const path = `/api/agents/${world.agent}/chat`;
      const chat = () => send(world.parley.url, { method: 'POST', path, key: token, body: { content: 'Hello' } });
      await chat();
      const second = await chat();
      // The day (UTC) has ended between them.
      return second.status === 200 ? chat() : second;
    },
    body: { error: 'That is all for today.' },
  },
  undeliverable: {
    by: async (world: World) => {
      const { url, db } = world.parley;
      const channel = await channelOf(world);
      const path = `/api/agents/${world.agent}/chat`;
      const begun = await asVisitor(world, { channel, method: 'POST', path, body: { content: 'Hello' } });
      const { conversation } = begun.json()['data'] as { readonly conversation: { readonly _id: string } };
      const settings = JSON.stringify({ url: 'https://example.com', apology: '' });
      const lastError = JSON.stringify({ code: 'token_revoked', message: 'The platform has revoked the token.' });
      const refused = { type: 'webhook', status: 'error', settings, refused: 1, last_error: lastError };
      await db.write({ refuse: statement(db.query.updateTable('channels').set(refused).where('id', '=', channel)) });
      const again = {
        method: 'POST',
        path: `/api/conversations/${conversation._id}/messages`,
        key: world.key,
      } as const;
      return send(url, { ...again, body: { content: 'Are you there?' } });
    },
    body: { error: 'The platform has revoked the token.' },
  },
  message_not_redeliverable: {
    by: async (world: World) => {
      const { url, db } = world.parley;
      const channel = await channelOf(world);
      const path = `/api/agents/${world.agent}/chat`;
      const begun = await asVisitor(world, { channel, method: 'POST', path, body: { content: 'Hello' } });
      const { conversation, reply } = begun.json()['data'] as Record<'conversation' | 'reply', { _id: string }>;
      const [found] = await db.read(db.query.selectFrom('channels').select('workspace_id').where('id', '=', channel));
      const of = { workspace: found?.workspace_id ?? '', channel, conversation: conversation._id, message: reply._id };
      await db.write({ sent: statement(db.query.insertInto('channel_outbox').values(deliveryRow(of, 'sent'))) });
      return send(url, { method: 'POST', path: `/api/messages/${reply._id}/redeliver`, key: world.key });
    },
  },
  invalid_visitor_token: {
    by: () => ({ path: '/api/conversations', key: 'pvt_nonsense' }),
    headers: {
      'www-authenticate':
        'Bearer realm="parley", error="invalid_token", error_description="The visitor token is not valid."',
    },
  },
  expired_visitor_token: {
    by: async (world: World) => {
      const { token } = await letIn(world.parley.url, await channelOf(world));
      world.parley.advance(91 * day);
      return send(world.parley.url, { path: '/api/conversations', key: token });
    },
  },
  visitor_not_allowed: {
    by: async (world: World) => asVisitor(world, { channel: await channelOf(world), path: '/api/agents' }),
  },
  invalid_signature: {
    by: async (world: World) => {
      const path = `/api/agents/${world.agent}/channels`;
      const made = await send(world.parley.url, { method: 'POST', path, key: world.key, body: { type: 'webhook' } });
      const { _id } = made.json()['data'] as { _id: string };
      return send(world.parley.url, { method: 'POST', path: `/api/channels/${_id}/inbound`, body: {} });
    },
  },
  invalid_identity: {
    by: async (world: World) => askIn(world.parley.url, await channelOf(world), { identity: 'nonsense' }),
  },
  expired_identity: {
    by: async (world: World) =>
      askIn(world.parley.url, await channelOf(world), { identity: await proofOf('a', { now: 0 }) }),
  },
  identity_required: {
    by: async (world: World) => askIn(world.parley.url, await channelOf(world, { settings: { identity: 'required' } })),
  },
};
