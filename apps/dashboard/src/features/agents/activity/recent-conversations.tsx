import type { ListedConversation } from '@parley/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import table from '../../../ui/lists/table.module.css';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { ConversationStatus, FailedMark } from '../../conversations/badges/status.tsx';
import { previewWords } from '../../conversations/list/preview-words.ts';
import row from '../list/agents-table.module.css';
import css from './activity-tab.module.css';

/** The latest conversations of an agent, with the beginning of the latest message. */
export function RecentConversations({ query }: { query: UseQueryResult<ListedConversation[]> }) {
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null ? <TableSkeleton rows={4} /> : <ProblemNotice error={error} retry={() => void refetch()} />;
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Conversation</th>
            <th scope="col">Status</th>
            <th scope="col" className={table['wide']}>
              Last message
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((conversation) => (
            <Recent key={conversation._id} conversation={conversation} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Recent({ conversation }: { conversation: ListedConversation }) {
  const { _id, title, lastMessage, lastMessageAt, createdAt } = conversation;
  return (
    <tr className={`${table['row']} ${row['row']}`}>
      <td className={table['name']}>
        <Link to={paths.conversation} params={{ conversationId: _id }} className={`${table['main']} ${row['link']}`}>
          {title || 'No messages yet'}
        </Link>
        {lastMessage !== null && <span className={table['sub']}>{previewWords(lastMessage)}</span>}
      </td>
      <td>
        <span className={css['states']}>
          <ConversationStatus {...conversation} />
          <FailedMark message={lastMessage} />
        </span>
      </td>
      <td className={`${table['quiet']} ${table['wide']}`}>
        <RelativeTime iso={lastMessageAt ?? createdAt} />
      </td>
    </tr>
  );
}
