import type { Service } from './harness.ts';
import { send } from './request.ts';

/** The dependencies of the provoked failures. */
interface World {
  readonly parley: Service;
  readonly key: string;
}

/** The errors of channels, each with what provokes it. */
export const channelFailures = {
  channel_not_found: {
    by: ({ parley, key }: World) => send(parley.url, { path: '/api/channels/channel_none', key }),
  },
};
