import { VisuallyHidden } from '@mantine/core';
import type { ListedConversation } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { usePresence } from '../../../api/queries/presence.ts';
import { useIsUnread } from '../../../api/reads.ts';
import { paths } from '../../../paths.ts';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { AgentMark } from '../badges/agent-name.tsx';
import { Assignee } from '../badges/assignee.tsx';
import { ChannelMark } from '../badges/channel-badge.tsx';
import { Exceptions } from '../badges/status.tsx';
import { useMemberName } from '../badges/use-member-name.ts';
import { SelectBox } from '../bulk/select-box.tsx';
import type { Selection } from '../bulk/selection.ts';
import { nameOf } from '../details/user-name.ts';
import { keepList } from '../filters/list-search.ts';
import { Excerpt, foundSearch } from '../list/excerpt.tsx';
import { Preview } from '../list/preview.tsx';
import { UnreadDot } from '../list/unread.tsx';
import css from './row.module.css';

const Seals = lazyNamed(() => import('../presence/here.tsx').then((module) => module.Seals));

interface RowProps {
  readonly conversation: ListedConversation;
  readonly isCurrent: boolean;
  readonly selection: Selection | undefined;
}

/**
 * A conversation in two lines: its title, user and time; its latest message, and beside that only what is out of the
 * ordinary.
 */
export function Row({ conversation, isCurrent, selection }: RowProps) {
  const { _id, title, userId, lastMessageAt, createdAt, match } = conversation;
  const isUnread = useIsUnread(conversation);
  const isSelected = selection?.ids.has(_id) === true;
  const name = nameOf(conversation);
  return (
    <li
      className={css['row']}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      data-unread={isUnread || undefined}
      data-closed={conversation.status === 'closed' || undefined}
    >
      <span className={css['gutter']}>
        {isUnread && <UnreadDot id={`unread-${_id}`} />}
        {selection !== undefined && (
          <SelectBox
            title={title || untitled}
            isSelected={isSelected}
            onToggle={(isRange) => selection.toggle(_id, isRange)}
          />
        )}
      </span>
      <div className={css['line']}>
        <Link
          to={paths.conversation}
          params={{ conversationId: _id }}
          search={keepList(foundSearch(match))}
          className={css['title']}
          dir="auto"
          data-row={_id}
          aria-current={isCurrent ? 'page' : undefined}
          aria-describedby={isUnread ? `unread-${_id}` : undefined}
        >
          {title || untitled}
        </Link>
        {name !== undefined && (
          <span className={css['user']} dir="auto" title={userId ?? undefined}>
            {name}
          </span>
        )}
        <span className={css['time']}>
          <RelativeTime iso={lastMessageAt ?? createdAt} />
        </span>
      </div>
      <div className={css['line']}>
        <Words conversation={conversation} />
        <Marks conversation={conversation} />
      </div>
    </li>
  );
}

const untitled = 'No messages yet';

/** The text that a search found in the conversation, else its latest message. */
function Words({ conversation }: { conversation: ListedConversation }) {
  const { match, lastMessage } = conversation;
  if (match !== undefined) return <Excerpt match={match} className={css['preview']} />;
  if (lastMessage === null) return <span className={css['preview']}>Nothing was written yet.</span>;
  return <Latest conversation={conversation} message={lastMessage} />;
}

type LastMessage = NonNullable<ListedConversation['lastMessage']>;

/** The latest message; one by a person names the one who has the conversation. */
function Latest({ conversation, message }: { conversation: ListedConversation; message: LastMessage }) {
  const { takenBy } = conversation;
  if (message.role === 'human' && takenBy !== null) return <ByPerson {...conversation} {...{ message, takenBy }} />;
  return <Preview message={message} className={css['preview']} />;
}

/** Apart, so that the members are read only if one has written. */
function ByPerson(props: { workspace: string; takenBy: string; message: LastMessage }) {
  const { workspace, takenBy, message } = props;
  return <Preview message={message} className={css['preview']} person={useMemberName(workspace)(takenBy)} />;
}

/** Channel and tags as icons, and chips for what is out of the ordinary. */
function Marks({ conversation }: { conversation: ListedConversation }) {
  const { workspace, agent, channel, tags, status, playground } = conversation;
  return (
    <span className={css['marks']}>
      {playground && <Mark icon="sparkle" name="Trial of the playground" />}
      {tags.length > 0 && <Mark icon="tag" name={`Tags: ${tags.join(', ')}`} />}
      {channel !== null && <ChannelMark id={channel} />}
      {status === 'closed' && <Mark icon="check" name="Closed" />}
      <Others id={conversation._id} />
      <Assignee {...conversation} />
      <Exceptions {...conversation} />
      <span className={css['seal']}>
        <AgentMark workspaceId={workspace} agentId={agent} />
      </span>
    </span>
  );
}

/** The people who look at it; their code is loaded once there are some. */
function Others({ id }: { id: string }) {
  if (usePresence(id) === undefined) return null;
  return (
    <Suspense>
      <Seals id={id} />
    </Suspense>
  );
}

function Mark({ icon, name }: { icon: 'tag' | 'check' | 'sparkle'; name: string }) {
  return (
    <span className={css['mark']} title={name}>
      <Icon name={icon} size={12} />
      <VisuallyHidden component="span">{name}</VisuallyHidden>
    </span>
  );
}
