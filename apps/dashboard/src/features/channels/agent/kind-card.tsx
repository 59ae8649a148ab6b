import { Button } from '@mantine/core';
import type { Channel, ChannelType } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { ChannelStatus } from '../channel-status.tsx';
import { stateOfKind } from '../channel-words.ts';
import { KindIcon } from '../kind-icon.tsx';
import css from './channels-tab.module.css';

/** A kind of channel: what it is for, whether it is on, and the channels of it. */
export function KindCard(props: {
  kind: ChannelType;
  channels: readonly Channel[];
  mayWrite: boolean;
  onAdd: () => void;
}) {
  const { kind, channels, mayWrite, onAdd } = props;
  return (
    <li className={css['kind']}>
      <section aria-label={kind.title}>
        <div className={css['head']}>
          <KindIcon type={kind.type} />
          <div className={css['words']}>
            <h2 className={css['title']}>{kind.title}</h2>
            <p className={css['about']}>{kind.description}</p>
          </div>
          <div className={css['side']}>
            {channels.length === 0 && <ChannelStatus status={stateOfKind(channels)} />}
            {mayWrite && (
              <Button
                variant="default"
                leftSection={<Icon name="plus" />}
                aria-label={`Add ${kind.title.toLowerCase()}`}
                onClick={onAdd}
              >
                Add
              </Button>
            )}
          </div>
        </div>
        {channels.length > 0 && (
          <ul className={css['channels']}>
            {channels.map((channel) => (
              <ChannelRow key={channel._id} channel={channel} />
            ))}
          </ul>
        )}
      </section>
    </li>
  );
}

function ChannelRow({ channel: { _id, agent, name, status, lastEventAt, lastError } }: { channel: Channel }) {
  return (
    <li className={css['channel']}>
      <Link to={paths.channel} params={{ agentId: agent, channelId: _id }} className={css['name']}>
        {name}
      </Link>
      <span className={css['event']}>
        {lastEventAt === null ? (
          'No messages yet'
        ) : (
          <>
            Last message <RelativeTime iso={lastEventAt} />
          </>
        )}
      </span>
      <ChannelStatus status={status} />
      {status === 'error' && lastError !== null && (
        <p className={css['error']}>
          {lastError.message} <RelativeTime iso={lastError.at} />
        </p>
      )}
    </li>
  );
}
