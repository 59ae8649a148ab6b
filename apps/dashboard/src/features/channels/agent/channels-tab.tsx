import type { Agent, Channel, ChannelType } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { channelQueries } from '../../../api/queries/channel-queries.ts';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import css from './channels-tab.module.css';
import { KindCard } from './kind-card.tsx';

const AddDialog = lazyNamed(() => import('./add-dialog.tsx').then((module) => module.AddDialog));

/** Ways to reach an agent: a card for each kind of channel, with its channels. */
export function ChannelsTab({ agent, mayWrite }: { agent: Agent; mayWrite: boolean }) {
  const types = useQuery(channelQueries.types());
  const channels = useQuery(channelQueries.ofAgent(agent._id));
  const [added, setAdded] = useState<ChannelType>();
  const error = types.error ?? channels.error;
  const retry = () => {
    void types.refetch();
    void channels.refetch();
  };
  return (
    <div className={css['tab']}>
      {!mayWrite && <p className={css['note']}>Your role here can view channels, not change them.</p>}
      {agent.status === 'inactive' && (
        <p className={css['note']}>
          The agent is inactive: messages on its channels are kept, and not answered. A channel’s offline message says
          so to visitors.
        </p>
      )}
      {error !== null && <ProblemNotice error={error} retry={retry} />}
      {error === null && (types.data === undefined || channels.data === undefined) && <TableSkeleton rows={3} />}
      {types.data !== undefined && channels.data !== undefined && (
        <ul className={css['kinds']}>
          {types.data.map((kind) => (
            <KindCard
              key={kind.type}
              kind={kind}
              channels={ofKind(channels.data, kind)}
              mayWrite={mayWrite}
              onAdd={() => setAdded(kind)}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {added !== undefined && <AddDialog agentId={agent._id} kind={added} onClose={() => setAdded(undefined)} />}
      </Suspense>
    </div>
  );
}

const ofKind = (channels: readonly Channel[], kind: ChannelType) => channels.filter(({ type }) => type === kind.type);
