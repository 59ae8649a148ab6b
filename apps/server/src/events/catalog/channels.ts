import { Type } from 'typebox';
import { about, happened } from './event-kind.ts';

const { agent, channel, fields } = about;

/** Events of channels. */
export const channelEvents = {
  'channel.created': happened('A channel was created.', {
    ...{ channel, agent },
    type: Type.String({ description: 'Its type.', examples: ['web'] }),
  }),
  'channel.updated': happened('A channel was changed.', { channel, fields }),
  'channel.error': happened('A channel stopped working.', { channel }),
  'channel.undeliverable': happened('A message couldn’t be delivered to its platform.', { channel }),
  'channel.deleted': happened('A channel was deleted.', { channel }),
} as const;
