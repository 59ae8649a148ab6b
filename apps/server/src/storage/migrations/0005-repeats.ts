import { sql } from 'kysely';
import { textType } from './columns.ts';
import type { Migration } from './migration.ts';

/**
 * An `Idempotency-Key` and a `clientMessageId` are two things, and each holds for itself: the key has columns of its own,
 * on the message (or, for a retry, the answer) that the request made. `conversations.origin` is no longer needed.
 */
export const repeats: Migration = {
  name: '0005-repeats',
  up: (query, engine) => [
    query.schema.alterTable('messages').addColumn('repeat_key', textType(engine)),
    query.schema.alterTable('messages').addColumn('repeat_digest', textType(engine)),
    query
      .updateTable('messages')
      .set((of) => ({ repeat_key: of.ref('client_message_id') }))
      .where('client_message_id', 'like', 'key:%'),
    // A conversation that a repeatable request made: its first message came a millisecond after it.
    query
      .updateTable('messages')
      .set((of) => ({ repeat_key: of.selectFrom('conversations').select('origin').where(sql<boolean>`${origin}`) }))
      .where('role', '=', 'user')
      .where((of) =>
        of.exists(of.selectFrom('conversations').select('id').where(sql<boolean>`${origin} and origin is not null`)),
      ),
    query.schema
      .createIndex('messages_by_repeat_key')
      .on('messages')
      .columns(['repeat_key'])
      .unique()
      .where('repeat_key', 'is not', null),
  ],
};

const origin = sql`conversations.id = messages.conversation_id and conversations.created_at = messages.created_at - 1`;
