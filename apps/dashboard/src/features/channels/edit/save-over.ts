import type { Channel, ChannelUpdateParams } from '@parley/sdk';
import { callApi } from '../../../api/client.ts';
import { keepChannel } from '../../../api/queries/channel-queries.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { sharedFields } from './channel-values.ts';

/**
 * Saves changes of a channel. If a field of them has been changed elsewhere since the form read it, asks first; returns
 * undefined if the user keeps the stored values. `changedElsewhere` compares the stored channel with the values that
 * the form read.
 */
export async function saveOver(
  id: string,
  changes: ChannelUpdateParams,
  changedElsewhere: (stored: Channel) => ChannelUpdateParams,
): Promise<Channel | undefined> {
  const { data: stored, etag } = await callApi((client) => client.channels.retrieve(id).withResponse());
  const fields = sharedFields(changes, changedElsewhere(stored));
  if (fields.length > 0) {
    const isSure = await confirm({
      title: 'This channel was changed meanwhile',
      body: `Another person, or you in another tab, saved other values of what you changed here (${fields.join(', ')}). Save yours over them? Otherwise nothing is saved, and what you typed stays.`,
      action: 'Save mine',
      cancel: 'Don’t save',
    });
    if (!isSure) {
      keepChannel(stored);
      return undefined;
    }
  }
  return callApi((client) => client.channels.update(id, changes, { ifMatch: etag }));
}
