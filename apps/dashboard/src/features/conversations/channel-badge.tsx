import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { channelQueries } from '../../api/channel-queries.ts';
import { lazyNamed } from '../../ui/lazy-named.ts';
import css from './channel-badge.module.css';

const KindMark = lazyNamed(() => import('../channels/kind-mark.tsx').then((module) => module.KindMark), 'soon');

/** The mark and the name of the channel of a conversation. */
export function ChannelBadge({ id }: { id: string }) {
  const { data } = useQuery(channelQueries.named(id));
  return (
    <span className={css['badge']}>
      <span className={css['mark']}>
        <Suspense>
          <KindMark type={data?.type ?? ''} size={13} />
        </Suspense>
      </span>
      <span className={css['name']}>{data?.name ?? 'Channel'}</span>
    </span>
  );
}
