import { createSecrets } from '../../src/access/secrets.ts';
import { newId } from '../../src/ids.ts';
import type { Database } from '../../src/storage/database.ts';
import type { Tables } from '../../src/storage/tables.ts';
import { type Statement, statement } from '../../src/storage/unit.ts';
import { pepper } from '../processes/pepper.ts';

/** The secret of every channel whose row has a `sealedSecret`. */
export const identitySecret = 'a secret of the channel, which the customer’s server has';

const { seal } = createSecrets(pepper);

/** The secrets of a channel, as its row has them. */
export const sealedSecret = (channel: string): string =>
  seal(JSON.stringify({ settings: {}, secret: identitySecret }), ['channels.secrets', channel]);

/** The default columns of a channel, for rows that a test writes. */
export const plainChannel = {
  ...{ name: '', settings: '{}', secrets: '', version: 1 },
  ...{ refused: 0, held_until: 0, probed_at: 0 },
  limits: JSON.stringify({ visitorMessagesPerDay: null, messagesPerDay: null, message: null }),
};

/** A channel of a workspace, and a message of one of its conversations. */
interface ChannelPlace {
  readonly channel: string;
  readonly workspace: string;
  readonly conversation: string;
  readonly message: string;
}

/** A row in each table of channels' messages. */
export function channelRowsOf(
  { query }: Database,
  { channel, workspace, conversation, message }: ChannelPlace,
): readonly Statement[] {
  const time = Date.now();
  const of = { workspace_id: workspace, channel_id: channel };
  const settled = { ...of, claimed_by: null, claimed_until: 0, error: null };
  const count = { ...of, id: `${channel} today`, messages: 1, expires_at: time * 2 };
  const event = {
    ...{ ...settled, id: newId('channelEvent'), event_id: 'event', thread: 'thread', state: 'done', payload: '' },
    ...{ received_at: time, expires_at: time * 2 },
  };
  const sent = {
    ...{ ...settled, id: message, conversation_id: conversation, state: 'failed', queued: 1, attempts: 1 },
    ...{ created_at: time, updated_at: time },
  };
  const part = {
    ...{ ...of, id: `${message}-0`, message_id: message, part: 0, state: 'failed', remote_id: null, error: null },
    updated_at: time,
  };
  const thread = { ...of, id: `${channel} thread`, user_id: 'user', thread: '', context: null, last_event_at: time };
  return [
    statement(query.insertInto('channel_counts').values(count)),
    statement(query.insertInto('channel_events').values(event)),
    statement(
      query.insertInto('channel_pictures').values({ ...of, id: `${channel} 1`, type: 'image/png', content: '' }),
    ),
    statement(query.insertInto('channel_threads').values(thread)),
    statement(query.insertInto('channel_outbox').values(sent)),
    statement(query.insertInto('channel_parts').values(part)),
  ];
}

/** The owners of a message that is delivered. */
interface Delivered {
  readonly workspace: string;
  readonly channel: string;
  readonly conversation: string;
  readonly message: string;
}

/** The row of a delivery, for rows that a test writes. */
export const deliveryRow = (
  { workspace, channel, conversation, message }: Delivered,
  state: 'sent' | 'failed' | 'unknown',
): Tables['channel_outbox'] => ({
  ...{ id: message, workspace_id: workspace, channel_id: channel, conversation_id: conversation, state },
  ...{ queued: 1, attempts: 1, error: state === 'sent' ? null : 'Refused.', error_code: null, context: null },
  ...{ last_event_at: null, created_at: Date.now(), updated_at: Date.now(), claimed_by: null, claimed_until: 0 },
});
