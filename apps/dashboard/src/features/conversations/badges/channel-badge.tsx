import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { channelQueries } from '../../../api/queries/channel-queries.ts';
import { KindMark } from '../../channels/kind-mark.tsx';
import css from './channel-badge.module.css';

/** The mark of the channel of a conversation; its name is a tooltip. */
export function ChannelMark({ id }: { id: string }) {
  const { data } = useQuery(channelQueries.named(id));
  return (
    <span className={css['mark']} title={data?.name ?? 'Channel'}>
      <KindMark type={data?.type ?? ''} size={12} />
      <VisuallyHidden component="span">{data?.name ?? 'Channel'}</VisuallyHidden>
    </span>
  );
}

/** The mark and the name of the channel of a conversation. */
export function ChannelBadge({ id }: { id: string }) {
  const { data } = useQuery(channelQueries.named(id));
  return (
    <span className={css['badge']}>
      <span className={css['mark']}>
        <KindMark type={data?.type ?? ''} size={13} />
      </span>
      <span className={css['name']}>{data?.name ?? 'Channel'}</span>
    </span>
  );
}
