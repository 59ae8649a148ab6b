import { Badge, Button } from '@mantine/core';
import type { Tool, UserConnection } from '@parley/sdk';
import { infiniteQueryOptions, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../../api/client.ts';
import { joinPages, pageAt, paged } from '../../../api/paged.ts';
import { paths } from '../../../paths.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { LoadMore } from '../../../ui/lists/load-more.tsx';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import table from '../../../ui/lists/table.module.css';
import { ActionsHeader } from '../../../ui/page/actions-header.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { toastProblem } from '../../../ui/toasts/toast.ts';
import { ChannelBadge } from '../../conversations/badges/channel-badge.tsx';
import { userName } from '../../conversations/details/user-name.ts';
import { toolCalls } from '../tool-calls.ts';
import css from '../tools.module.css';
import { states } from './account-words.ts';

/** Accounts on one page of the list. */
const perPage = 50;

/** The accounts that end users have connected to a tool, newest first. */
const userAccounts = (toolId: string) =>
  infiniteQueryOptions({
    queryKey: ['tools', 'user-connections', toolId],
    queryFn: ({ pageParam }) =>
      callApi((client) => client.tools.connections.list(toolId, { limit: perPage, ...pageAt(pageParam) })),
    ...paged,
    select: joinPages,
  });

/** Lists the accounts of end users, and disconnects them. */
export function UserAccounts({ tool: { _id }, mayWrite }: { tool: Tool; mayWrite: boolean }) {
  const query = useInfiniteQuery(userAccounts(_id));
  const { data, error, refetch } = query;
  return (
    <Section title="Accounts of users" lead="Connected in the chat. Their tokens are never shown.">
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <TableSkeleton rows={2} />}
      {data?.items.length === 0 && <p className={css['hint']}>No user has connected an account yet.</p>}
      {data !== undefined && data.items.length > 0 && (
        <>
          <div className={table['frame']}>
            <table className={table['table']}>
              <thead>
                <tr>
                  <th scope="col">User</th>
                  <th scope="col">State</th>
                  <th scope="col" className={table['wide']}>
                    Added
                  </th>
                  {mayWrite && <ActionsHeader />}
                </tr>
              </thead>
              <tbody>
                {data.items.map((account) => (
                  <Row key={account._id} account={account} mayWrite={mayWrite} />
                ))}
              </tbody>
            </table>
          </div>
          <LoadMore pages={query} shown={data.items.length} total={data.total} />
        </>
      )}
    </Section>
  );
}

function Row({ account, mayWrite }: { account: UserConnection; mayWrite: boolean }) {
  const { _id, tool, userId, conversation, channel, state, createdAt } = account;
  const name = userName(userId);
  const remove = useMutation({
    mutationFn: () => toolCalls.disconnectUser({ toolId: tool, connectionId: _id }),
    onError: toastProblem,
  });
  const ask = async () => {
    const title = `Disconnect the account of ${name ?? 'this conversation'}?`;
    const body = 'Its tokens are forgotten. At the next call, the user gets a link to connect an account again.';
    if (await confirm({ title, body, action: 'Disconnect' })) remove.mutate();
  };
  return (
    <tr className={table['row']}>
      <td className={table['name']}>
        {conversation === null ? (
          <span className={table['main']}>{name}</span>
        ) : (
          <Link to={paths.conversation} params={{ conversationId: conversation }} className={table['main']}>
            {name ?? 'One conversation'}
          </Link>
        )}
        {channel !== null && (
          <span className={table['sub']}>
            <ChannelBadge id={channel} />
          </span>
        )}
        <span className={`${table['sub']} ${table['slim']}`}>
          <RelativeTime iso={createdAt} />
        </span>
      </td>
      <td>
        <Badge color={states[state].color}>{states[state].label}</Badge>
      </td>
      <td className={`${table['quiet']} ${table['wide']}`}>
        <RelativeTime iso={createdAt} />
      </td>
      {mayWrite && (
        <td className={`${table['end']} ${table['actions']}`}>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Disconnect the account of ${name ?? 'one conversation'}`}
            loading={remove.isPending}
            onClick={() => void ask()}
          >
            Disconnect
          </Button>
        </td>
      )}
    </tr>
  );
}
