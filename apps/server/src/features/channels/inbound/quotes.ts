import { readQuickReplies } from '@parley/markdown/quick-replies';
import type { InboundMessage } from '../../../platforms/inbound-message.ts';
import type { Database } from '../../../storage/database.ts';
import { prepared } from '../../../storage/sql/prepared.ts';
import { digestOf } from './thread-store.ts';

/** Key of the stored message of an event: the database keeps one message of it. */
export const repeatIdOf = (channel: string, event: string): string => digestOf([channel, event]);

interface Sought {
  readonly workspace: string;
  readonly channel: string;
  readonly user: string;
  /** The `messages.repeat_key` of an event. */
  readonly repeat: string;
  /** The platform's ID of a message. */
  readonly remote: string;
}

/** Messages of the same user and channel only, so that no one gets to read another person's words by their ID. */
const conversationsOf = (db: Database, { workspace, channel, user }: Sought) =>
  db.query
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.content', 'messages.role'])
    .where('messages.workspace_id', '=', workspace)
    .where('conversations.channel_id', '=', channel)
    .where('conversations.user_id', '=', user);

const received = prepared((db, args: Sought) =>
  conversationsOf(db, args).where('messages.repeat_key', '=', args.repeat).limit(1),
);

const sent = prepared((db, args: Sought) =>
  conversationsOf(db, args)
    .innerJoin('channel_parts', 'channel_parts.message_id', 'messages.id')
    .where('channel_parts.channel_id', '=', args.channel)
    .where('channel_parts.remote_id', '=', args.remote)
    .limit(1),
);

/** A message with the text that it quotes, as far as that is stored: the user's own message, or one that was sent. */
export async function withQuote(
  db: Database,
  { workspace, channel }: Pick<Sought, 'workspace' | 'channel'>,
  { quotes, ...message }: InboundMessage,
): Promise<InboundMessage> {
  if (quotes === undefined) return message;
  const repeat = `key:${repeatIdOf(channel, quotes)}`;
  const sought = { workspace, channel, user: message.user.id, repeat, remote: quotes };
  const found = (await db.read(received(db, sought)))[0] ?? (await db.read(sent(db, sought)))[0];
  if (found === undefined) return message;
  const { content, role } = found;
  // A quote inside the quoted message is left out.
  const own =
    role === 'user' ? content.replace(/^(?:\[Edited message\]\n)?> .*\n\n/, '') : readQuickReplies(content).text;
  return { ...message, quote: own };
}
