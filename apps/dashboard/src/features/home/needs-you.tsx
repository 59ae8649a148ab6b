import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useConversationChanges } from '../../api/conversation-changes.ts';
import { homeQueries } from '../../api/queries/home-queries.ts';
import { renewedEvery } from '../../api/renewed-every.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/page/page.tsx';
import { AgentName } from '../conversations/badges/agent-name.tsx';
import { FailingWebhooks } from './failing-webhooks.tsx';
import css from './home-page.module.css';

/** Polling interval of the figures, in ms. */
const refreshInterval = 30_000;

/** Counts of what waits for a person; each leads to the list of what it counts. */
export function NeedsYou() {
  const { workspace } = useWorkspace();
  useConversationChanges(workspace._id);
  const refetchInterval = renewedEvery(refreshInterval);
  const waiting = useQuery({ ...homeQueries.conversations(workspace._id, 'waiting'), refetchInterval });
  const failed = useQuery({ ...homeQueries.conversations(workspace._id, 'failed'), refetchInterval });
  const failedSources = useQuery({ ...homeQueries.failedSources(workspace._id), refetchInterval });
  return (
    <Section title="What needs you">
      <div className={css['figures']}>
        <Link to={paths.conversations} search={{ view: 'waiting' }} className={css['figure']}>
          <Figure label="Conversations waiting for a person" {...waiting} />
        </Link>
        <Link to={paths.conversations} search={{ view: 'failed' }} className={css['figure']}>
          <Figure label="Failed replies" {...failed} isBad={(failed.data ?? 0) > 0} />
        </Link>
        <Link to={paths.knowledge} search={{ status: 'failed' }} className={css['figure']}>
          <Figure label="Failed sources" {...failedSources} isBad={(failedSources.data ?? 0) > 0} />
        </Link>
      </div>
      <FailedChannels />
      <FailingWebhooks />
    </Section>
  );
}

/** The channels in error, one by one: no list of the dashboard has the channels of all agents. */
function FailedChannels() {
  const { workspace } = useWorkspace();
  const refetchInterval = renewedEvery(refreshInterval);
  const { data } = useQuery({ ...homeQueries.failedChannels(workspace._id), refetchInterval });
  if (data === undefined || data.items.length === 0) return null;
  const more = (data.total ?? 0) - data.items.length;
  return (
    <ul className={css['channels']} aria-label="Channels in error">
      {data.items.map(({ _id, agent, name, lastError }) => (
        <li key={_id}>
          <Link to={paths.channel} params={{ agentId: agent, channelId: _id }} className={css['channel']}>
            <span className={css['channelName']}>{name}</span>
            <span className={css['channelError']}>{lastError?.message ?? 'It is in error.'}</span>
            <span className={css['channelAgent']}>
              <AgentName workspaceId={workspace._id} agentId={agent} />
            </span>
          </Link>
        </li>
      ))}
      {more > 0 && <li className={css['more']}>And {more.toLocaleString('en')} more channels in error</li>}
    </ul>
  );
}

interface FigureProps {
  label: string;
  data: number | undefined;
  isError: boolean;
  isBad?: boolean;
}

function Figure({ label, data, isError, isBad = false }: FigureProps) {
  return (
    <>
      <span className={css['label']}>{label}</span>
      <span className={css['value']} data-bad={isBad || undefined}>
        {data?.toLocaleString('en') ?? (isError ? 'Unknown' : <Skeleton height={24} width={56} />)}
      </span>
    </>
  );
}
