import { Button } from '@mantine/core';
import type { ListedConversation } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { streamWorks, useConversationChanges } from '../../api/conversation-changes.ts';
import { homeQueries } from '../../api/queries/home-queries.ts';
import { renewedEvery } from '../../api/renewed-every.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { useStore } from '../../ui/loading/store.ts';
import { Section } from '../../ui/page/page.tsx';
import { RelativeTime, useNow } from '../../ui/time/time.tsx';
import { AgentName } from '../agents/list/agent-name.tsx';
import { userName } from '../conversations/details/user-name.ts';
import { Preview } from '../conversations/list/preview.tsx';
import css from './now-talking.module.css';
import { latestCount, talkingNow, talkWindow } from './talking.ts';

/** Polling interval of the list, in ms: without a stream of changes, and beside one. */
const refreshInterval = { alone: 4_000, beside: 30_000 } as const;

/** Max conversations that are shown. */
const shown = 5;

/** Interval at which old conversations leave the list without a poll, in ms. */
const tick = 10_000;

/** The conversations in which something happens now. Shows nothing if it can't be read: the list can. */
export function NowTalking() {
  const { workspace } = useWorkspace();
  useConversationChanges(workspace._id);
  const { data } = useQuery({
    ...homeQueries.latest(workspace._id, latestCount),
    refetchInterval: renewedEvery(useStore(streamWorks) ? refreshInterval.beside : refreshInterval.alone),
  });
  const now = useNow(tick);
  if (data === undefined) return null;
  const { items, isMore } = talkingNow(data.items, now);
  const count = `${items.length}${isMore ? ' or more' : ''}`;
  return (
    <Section
      title="Now talking"
      lead={
        <span className={css['count']} data-live={items.length > 0 || undefined}>
          {items.length === 0
            ? `None in the last ${talkWindow / 60_000} minutes`
            : `${count} in the last ${talkWindow / 60_000} minutes`}
        </span>
      }
      action={
        <Button variant="default" size="xs" component={Link} to={paths.conversations}>
          All conversations
        </Button>
      }
    >
      {items.length > 0 && (
        <ul className={css['list']}>
          {items.slice(0, shown).map((conversation) => (
            <Talk key={conversation._id} {...conversation} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Talk({
  _id,
  workspace,
  agent,
  title,
  userId,
  turn,
  lastMessage,
  lastMessageAt,
  createdAt,
}: ListedConversation) {
  return (
    <li>
      <Link to={paths.conversation} params={{ conversationId: _id }} className={css['row']}>
        <span className={css['words']}>
          <span className={css['title']}>{title || 'No messages yet'}</span>
          {lastMessage !== null && <Preview message={lastMessage} className={css['preview']} />}
        </span>
        <span className={css['who']}>
          <span className={css['agent']}>
            <AgentName workspaceId={workspace} agentId={agent} />
          </span>
          <span className={css['user']}>{userName(userId) ?? 'No user ID'}</span>
        </span>
        <span className={css['when']} data-busy={turn !== null || undefined}>
          {turn === null ? <RelativeTime iso={lastMessageAt ?? createdAt} /> : 'Replying'}
        </span>
      </Link>
    </li>
  );
}
