import { Type } from 'typebox';
import { about, happened } from './event-kind.ts';

const { agent, channel, fields } = about;
const code = (description: string, example: string) => Type.String({ description, examples: [example] });

/** Events of channels. */
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
    code: code('What is wrong, as `lastError` of the channel has it.', 'unauthorized'),
  }),
  'channel.undeliverable': happened('A message couldn’t be delivered to its platform.', {
    ...{ channel, agent },
    code: code('Why it couldn’t.', 'window_closed'),
  }),
  'channel.deleted': happened('A channel was deleted.', { channel, agent }),
} as const;
