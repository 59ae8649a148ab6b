import { useHotkeys } from '@mantine/hooks';
import type { ListedConversation } from '@parley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useConversationChanges } from '../../../api/conversation-changes.ts';
import { conversationQueries } from '../../../api/queries/conversation-queries.ts';
import { useIsUnread } from '../../../api/reads.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import { useStore } from '../../../ui/loading/store.ts';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { Assignee } from '../badges/assignee.tsx';
import { ConversationStatus, FailedMark } from '../badges/status.tsx';
import { userName } from '../details/user-name.ts';
import { lastSearch, toFilters, type View, views } from '../filters/list-search.ts';
import { foundSearch } from './excerpt.tsx';
import css from './list-pane.module.css';
import { Preview } from './preview.tsx';
import { UnreadDot } from './unread.tsx';
import { useListed } from './use-listed.ts';
import { useMarkAllRead } from './use-mark-all-read.ts';
import { useRowKeys } from './use-row-keys.ts';

/** The list beside an open conversation, with the filters that it had last. Escape leads from the page to its row. */
export function ListPane({ current }: { current: string }) {
  const { workspace } = useWorkspace();
  const search = useStore(lastSearch);
  useConversationChanges(workspace._id);
  useMarkAllRead(workspace._id);
  const { view, ...others } = search;
  const choose = (chosen: View | undefined) =>
    lastSearch.set(chosen === undefined ? others : { ...others, view: chosen });
  const filters = toFilters(workspace._id, search);
  const query = useInfiniteQuery(conversationQueries.list({ ...filters, sort: search.sort ?? '-lastMessageAt' }));
  const list = useRowKeys<HTMLUListElement>();
  const { conversations, total } = useListed(query.data?.pages);
  const isLoaded = conversations !== undefined;
  const rowOf = (id: string) => list.current?.querySelector<HTMLElement>(`a[data-row="${CSS.escape(id)}"]`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is there once the list is loaded.
  useEffect(() => void rowOf(current)?.scrollIntoView({ block: 'nearest' }), [current, isLoaded]);
  useHotkeys([['Escape', (event) => !isOthers(event.target) && focus(rowOf(current)), { preventDefault: false }]], []);
  return (
    <aside className={css['pane']} aria-label="List of conversations">
      <ViewButtons view={view} onChoose={choose} />
      {query.error !== null && <ProblemNotice error={query.error} retry={() => void query.refetch()} />}
      {!isLoaded && query.error === null && <TableSkeleton rows={8} />}
      {isLoaded && conversations.length === 0 && <p className={css['none']}>No conversations here.</p>}
      {isLoaded && conversations.length > 0 && (
        <ul ref={list} className={css['list']} data-stale={query.isPlaceholderData || undefined}>
          {conversations.map((conversation) => (
            <Row key={conversation._id} conversation={conversation} isCurrent={conversation._id === current} />
          ))}
        </ul>
      )}
      {isLoaded && <LoadMore key={JSON.stringify(search)} pages={query} shown={conversations.length} total={total} />}
    </aside>
  );
}

const focus = (row: HTMLElement | null | undefined) => row?.focus();

/** True if Escape has another meaning there: it discards an edit, or closes an overlay. */
const isOthers = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, select, article textarea, aside textarea, [role="dialog"], [role="menu"]') !== null;

const labels: Record<View, string> = { waiting: 'Waiting', mine: 'Mine', failed: 'Failed', negative: 'Bad feedback' };

function ViewButtons({ view, onChoose }: { view: View | undefined; onChoose: (view: View | undefined) => void }) {
  return (
    <fieldset className={css['views']} aria-label="View">
      {([undefined, ...views] as const).map((each) => (
        <button
          key={each ?? 'all'}
          type="button"
          className={css['view']}
          aria-pressed={each === view}
          onClick={() => onChoose(each)}
        >
          {each === undefined ? 'All' : labels[each]}
        </button>
      ))}
    </fieldset>
  );
}

function Row({ conversation, isCurrent }: { conversation: ListedConversation; isCurrent: boolean }) {
  const { _id, title, userId, lastMessage, lastMessageAt, createdAt, match } = conversation;
  const isUnread = useIsUnread(conversation);
  return (
    <li className={css['row']} data-current={isCurrent || undefined} data-unread={isUnread || undefined}>
      <div className={css['top']}>
        {isUnread && <UnreadDot id={`unread-${_id}`} />}
        <Link
          to={paths.conversation}
          params={{ conversationId: _id }}
          search={foundSearch(match)}
          className={css['title']}
          data-row={_id}
          aria-current={isCurrent ? 'page' : undefined}
          aria-describedby={isUnread ? `unread-${_id}` : undefined}
        >
          {title || 'No messages yet'}
        </Link>
        <span className={css['time']}>
          <RelativeTime iso={lastMessageAt ?? createdAt} />
        </span>
      </div>
      {lastMessage !== null && <Preview message={lastMessage} className={css['preview']} />}
      <div className={css['bottom']}>
        <span className={css['user']}>{userName(userId) ?? 'No user ID'}</span>
        <Assignee {...conversation} />
        {conversation.status !== 'open' && <ConversationStatus {...conversation} />}
        <FailedMark message={lastMessage} />
      </div>
    </li>
  );
}
