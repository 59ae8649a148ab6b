import { Button } from '@mantine/core';
import type { Invitation, NewInvitation } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { Email } from '../../ui/forms/email.tsx';
import table from '../../ui/lists/table.module.css';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { ActionsHeader } from '../../ui/page/actions-header.tsx';
import { RelativeTime } from '../../ui/time/time.tsx';
import { toastDone, toastProblem } from '../../ui/toasts/toast.ts';
import { Delivery } from './delivery.tsx';
import css from './members-page.module.css';
import { roleLabel } from './roles.ts';

const LinkDialog = lazyNamed(() => import('./invite-dialog.tsx').then((module) => module.LinkDialog));

/** Open invitations. Their links are not shown again. */
export function InvitationsTable(props: { workspaceId: string; invitations: readonly Invitation[] }) {
  const { workspaceId, invitations } = props;
  const {
    mutate: revoke,
    variables,
    isPending,
  } = useMutation({
    mutationFn: (invitationId: string) =>
      callApi((client) => client.workspaces.invitations.revoke({ workspaceId, invitationId })),
    onSuccess: async ({ message }) => {
      await queryClient.invalidateQueries({ queryKey: queries.invitations(workspaceId).queryKey });
      toastDone(message);
    },
    onError: toastProblem,
  });
  const [shown, setShown] = useState<NewInvitation>();
  const again = useMutation({
    // A new invitation of the same person replaces the old one, whose link the dashboard doesn't know.
    mutationFn: ({ email, role }: Invitation) =>
      callApi((client) => client.workspaces.invitations.create(workspaceId, { email, role })),
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: queries.invitations(workspaceId).queryKey });
      // Since the first mail the operator may have taken the mail server out.
      if (made.url === null) toastDone(`A new link is on its way to ${made.email}.`);
      else setShown(made);
    },
    onError: toastProblem,
  });
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Email</th>
            <th scope="col" className={table['wide']}>
              Role
            </th>
            <th scope="col" className={table['wide']}>
              Expires
            </th>
            <ActionsHeader />
          </tr>
        </thead>
        <tbody>
          {invitations.map((invitation) => {
            const { _id, email, role, expiresAt, delivery } = invitation;
            return (
              <tr key={_id} className={table['row']}>
                <td className={table['name']}>
                  <span className={table['main']}>
                    <Email address={email} />
                  </span>
                  <span className={`${table['sub']} ${table['slim']}`}>
                    {roleLabel(role)} · expires <RelativeTime iso={expiresAt} isAhead />
                  </span>
                  <span className={css['delivery']}>
                    <Delivery delivery={delivery} />
                  </span>
                </td>
                <td className={`${table['quiet']} ${table['wide']}`}>{roleLabel(role)}</td>
                <td className={`${table['quiet']} ${table['wide']}`}>
                  <RelativeTime iso={expiresAt} isAhead />
                </td>
                <td className={`${table['end']} ${table['actions']}`}>
                  <div className={css['actions']}>
                    {delivery !== null && (
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`Send again to ${email}`}
                        loading={again.isPending && again.variables._id === _id}
                        onClick={() => again.mutate(invitation)}
                      >
                        Send again
                      </Button>
                    )}
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={`Revoke the invitation of ${email}`}
                      loading={isPending && variables === _id}
                      onClick={() => revoke(_id)}
                    >
                      Revoke
                    </Button>
                  </div>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <Suspense>{shown !== undefined && <LinkDialog made={shown} onClose={() => setShown(undefined)} />}</Suspense>
    </div>
  );
}
