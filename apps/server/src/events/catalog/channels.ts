import { Type } from 'typebox';
import { about, happened } from './event-kind.ts';

const { agent, channel, conversation, fields, message } = about;
const code = (description: string, example: string) => Type.String({ description, examples: [example] });

/** Events of channels, of deliveries by them, and of transcripts by mail. */
export const channelEvents = {
  'channel.created': happened('A channel was created.', {
    ...{ channel, agent },
    type: Type.String({ description: 'Its type.', examples: ['widget'] }),
  }),
  'channel.updated': happened(
    'A channel was changed, its picture or its secret, too. It also is if a channel that had stopped works again.',
    { channel, agent, fields },
  ),
  'channel.error': happened('A channel stopped working.', {
    ...{ channel, agent },
    code: code('The problem, as `lastError` of the channel has it.', 'unauthorized'),
  }),
  'channel.undeliverable': happened('A message couldn’t be delivered to its platform.', {
    ...{ channel, agent },
    code: code('Why it couldn’t.', 'window_closed'),
  }),
  'channel.deleted': happened('A channel was deleted.', { channel, agent }),
  'message.redelivered': happened('A message whose delivery failed is sent to its messenger again.', {
    ...{ conversation, message, channel, agent },
  }),
  'conversation.transcript_sent': happened('A transcript of a conversation is sent by mail.', { conversation, agent }),
} as const;
