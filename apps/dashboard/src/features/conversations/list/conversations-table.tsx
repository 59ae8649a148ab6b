import { VisuallyHidden } from '@mantine/core';
import type { ListedConversation } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { useIsUnread } from '../../../api/reads.ts';
import { paths } from '../../../paths.ts';
import table from '../../../ui/lists/table.module.css';
import { Icon } from '../../../ui/page/icons.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { AgentName } from '../badges/agent-name.tsx';
import { Assignee } from '../badges/assignee.tsx';
import { ChannelBadge } from '../badges/channel-badge.tsx';
import { ConversationStatus, FailedMark } from '../badges/status.tsx';
import { SelectAllBox, SelectBox } from '../bulk/select-box.tsx';
import type { Selection } from '../bulk/selection.ts';
import { useSelectionKeys } from '../bulk/use-selection-keys.ts';
import { userName } from '../details/user-name.ts';
import type { ConversationSearch } from '../filters/list-search.ts';
import css from './conversations-table.module.css';
import { Excerpt, foundSearch } from './excerpt.tsx';
import { Preview } from './preview.tsx';
import { UnreadDot } from './unread.tsx';
import { useRowKeys } from './use-row-keys.ts';

/**
 * The conversations loaded so far. `j` and `k` move between them, Enter opens one, and `x` selects one. Without a
 * selection, nothing can be selected.
 */
export function ConversationsTable(props: {
  conversations: readonly ListedConversation[];
  isStale: boolean;
  selection: Selection | undefined;
}) {
  const { conversations, isStale, selection } = props;
  const body = useRowKeys<HTMLTableSectionElement>();
  useSelectionKeys(selection);
  const isSelecting = selection !== undefined && selection.ids.size > 0;
  return (
    <div
      className={`${table['frame']} ${css['frame']}`}
      data-stale={isStale || undefined}
      data-selecting={isSelecting || undefined}
    >
      <table className={table['table']}>
        <thead>
          <tr>
            {selection !== undefined && (
              <th scope="col" className={css['select']}>
                <VisuallyHidden>Selected</VisuallyHidden>
                <SelectAllBox count={selection.ids.size} of={conversations.length} onToggle={selection.toggleAll} />
              </th>
            )}
            <th scope="col">Conversation</th>
            <th scope="col" className={table['wide']}>
              Agent
            </th>
            <th scope="col">Status</th>
            <th scope="col" className={table['roomy']}>
              Feedback
            </th>
            <th scope="col" className={`${table['roomy']} ${css['number']}`}>
              Messages
            </th>
            <th scope="col" className={table['wide']}>
              Last message
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {conversations.map((conversation) => (
            <Row key={conversation._id} conversation={conversation} selection={selection} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ conversation, selection }: { conversation: ListedConversation; selection: Selection | undefined }) {
  const { _id, workspace, agent, channel, title, userId, tags, rating } = conversation;
  const { messageCount, lastMessage, lastMessageAt, createdAt, match } = conversation;
  const isSelected = selection?.ids.has(_id) === true;
  const isUnread = useIsUnread(conversation);
  return (
    <tr
      className={`${table['row']} ${css['row']}`}
      data-selected={isSelected || undefined}
      data-unread={isUnread || undefined}
    >
      {selection !== undefined && (
        <td className={css['select']}>
          <SelectBox
            title={title || 'No messages yet'}
            isSelected={isSelected}
            onToggle={(isRange) => selection.toggle(_id, isRange)}
          />
        </td>
      )}
      <td className={`${table['name']} ${css['name']}`}>
        <Heading conversation={conversation} isUnread={isUnread} />
        {match === undefined ? (
          lastMessage !== null && <Preview message={lastMessage} className={css['preview']} />
        ) : (
          <Excerpt match={match} className={css['excerpt']} />
        )}
        <span className={`${table['sub']} ${table['id']}`} title={userId ?? undefined}>
          {userName(userId) ?? 'No user ID'}
        </span>
        {(channel !== null || tags.length > 0) && <Labels channel={channel} tags={tags} />}
        <span className={`${table['slim']} ${css['slim']}`}>
          <AgentName workspaceId={workspace} agentId={agent} /> · <RelativeTime iso={lastMessageAt ?? createdAt} />
        </span>
      </td>
      <td className={`${table['wide']} ${css['agent']}`}>
        <AgentName workspaceId={workspace} agentId={agent} />
      </td>
      <td>
        <span className={css['states']}>
          <ConversationStatus {...conversation} />
          <FailedMark message={lastMessage} />
          <Assignee {...conversation} />
        </span>
      </td>
      <td className={table['roomy']}>{rating !== null && <Rating rating={rating} />}</td>
      <td className={`${table['quiet']} ${table['roomy']} ${css['number']}`}>{messageCount.toLocaleString('en')}</td>
      <td className={`${table['quiet']} ${table['wide']} ${css['time']}`}>
        {lastMessageAt !== null && <RelativeTime iso={lastMessageAt} />}
      </td>
    </tr>
  );
}

/** The title, which leads to the conversation, after a dot if that is unread. */
function Heading({ conversation, isUnread }: { conversation: ListedConversation; isUnread: boolean }) {
  const { _id, title, match } = conversation;
  const dot = `unread-${_id}`;
  return (
    <span className={css['heading']}>
      {isUnread && <UnreadDot id={dot} />}
      <Link
        to={paths.conversation}
        params={{ conversationId: _id }}
        search={foundSearch(match)}
        className={`${table['main']} ${css['link']}`}
        data-row={_id}
        aria-describedby={isUnread ? dot : undefined}
      >
        {title || 'No messages yet'}
      </Link>
    </span>
  );
}

/** The channel and the tags of a conversation; each shows the conversations that have it. */
function Labels({ channel, tags }: { channel: string | null; tags: readonly string[] }) {
  return (
    <span className={css['tags']}>
      {channel !== null && (
        <Link
          to={paths.conversations}
          search={(old: ConversationSearch) => ({ ...old, channel })}
          className={css['tag']}
          title="Show the conversations of this channel"
        >
          <ChannelBadge id={channel} />
        </Link>
      )}
      {tags.map((tag) => (
        <Link
          key={tag}
          to={paths.conversations}
          search={(old: ConversationSearch) => ({ ...old, tag })}
          className={css['tag']}
          aria-label={`Tag ${tag}: show its conversations`}
        >
          {tag}
        </Link>
      ))}
    </span>
  );
}

function Rating({ rating }: { rating: 'positive' | 'negative' }) {
  return (
    <span className={css['rating']} data-rating={rating}>
      <Icon name={rating === 'positive' ? 'thumbUp' : 'thumbDown'} size={14} />
      {rating === 'positive' ? 'Good' : 'Bad'}
    </span>
  );
}
