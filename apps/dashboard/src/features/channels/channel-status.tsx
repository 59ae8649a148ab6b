import type { Channel } from '@parley/sdk';
import css from './channel-status.module.css';
import { stateLabels } from './channel-words.ts';

/** Status of a channel; `none` is a kind without channels. */
export function ChannelStatus({ status }: { status: Channel['status'] | 'none' }) {
  return (
    <span className={css['status']} data-status={status}>
      {status === 'none' ? 'Off' : stateLabels[status]}
    </span>
  );
}
