import { Badge, Button } from '@mantine/core';
import type { Session } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import table from '../../ui/lists/table.module.css';
import { ActionsHeader } from '../../ui/page/actions-header.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { RelativeTime } from '../../ui/time/time.tsx';
import { toastDone, toastProblem } from '../../ui/toasts/toast.ts';
import { browserName } from './browser-name.ts';
import { signInText } from './sign-in-methods.ts';

/** The active sessions of the user. */
export function SessionsTable() {
  const { data, error, refetch } = useQuery(queries.sessions());
  if (error !== null) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (data === undefined) return <TableSkeleton rows={2} />;
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Browser</th>
            <th scope="col">Last used</th>
            <th scope="col" className={table['wide']}>
              Signed in
            </th>
            <ActionsHeader />
          </tr>
        </thead>
        <tbody>
          {data.map((session) => (
            <SessionRow key={session._id} session={session} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { _id, current, userAgent, address, createdAt, lastSeenAt, methods } = session;
  const { mutate: revoke, isPending } = useMutation({
    mutationFn: () => callApi((client) => client.sessions.revoke(_id)),
    onSuccess: async ({ message }) => {
      await queryClient.invalidateQueries({ queryKey: queries.sessions().queryKey });
      toastDone(message);
    },
    onError: toastProblem,
  });
  const browser = browserName(userAgent);
  return (
    <tr className={table['row']}>
      <td className={table['name']}>
        <span className={table['main']} title={userAgent}>
          {browser}
        </span>
        <span className={table['sub']}>{[signInText(methods), address].filter(Boolean).join(' · ')}</span>
      </td>
      <td className={table['quiet']}>
        <RelativeTime iso={lastSeenAt} />
      </td>
      <td className={`${table['quiet']} ${table['wide']}`}>
        <RelativeTime iso={createdAt} />
      </td>
      <td className={`${table['end']} ${table['actions']}`}>
        {current ? (
          <Badge color="gray">This session</Badge>
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`End the session of ${browser}`}
            loading={isPending}
            onClick={() => revoke()}
          >
            End
          </Button>
        )}
      </td>
    </tr>
  );
}
