import { ActionIcon, Badge, NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Member, Role } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Suspense } from 'react';
import { callApi } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { useMe, useWorkspace } from '../../api/workspace.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { Email } from '../../ui/forms/email.tsx';
import table from '../../ui/lists/table.module.css';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { ActionsHeader } from '../../ui/page/actions-header.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import { NotVerified } from '../../ui/page/not-verified.tsx';
import { RelativeTime } from '../../ui/time/time.tsx';
import { toastDone, toastProblem } from '../../ui/toasts/toast.ts';
import { roleChoices } from './roles.ts';

const ResetDialog = lazyNamed(() => import('./reset-dialog.tsx').then((module) => module.ResetDialog));

const reload = (workspaceId: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['members', workspaceId] }),
    queryClient.invalidateQueries({ queryKey: queries.workspaces().queryKey }),
    queryClient.invalidateQueries({ queryKey: queries.me().queryKey }),
  ]);

/** The members of the workspace, with their roles. */
export function MembersTable({ members }: { members: readonly Member[] }) {
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Role</th>
            <th scope="col" className={table['wide']}>
              Joined
            </th>
            <ActionsHeader />
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow key={member.user._id} member={member} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MemberRow({ member: { user, role, createdAt } }: { member: Member }) {
  const { workspace } = useWorkspace();
  const isSelf = useMe().user._id === user._id;
  const ref = { workspaceId: workspace._id, userId: user._id };
  const [isResetting, resetting] = useDisclosure(false);
  const mayChange = role !== 'owner' || workspace.role === 'owner';
  const { mutate: changeRole, isPending } = useMutation({
    mutationFn: (next: Role) => callApi((client) => client.workspaces.members.update(ref, { role: next })),
    onSuccess: async ({ role: next }) => {
      await reload(workspace._id);
      toastDone(`${user.name || user.email} is now ${next}.`);
    },
    onError: toastProblem,
  });
  return (
    <tr className={table['row']}>
      <td className={table['name']}>
        <span className={table['main']}>
          {user.name || <Email address={user.email} />} {isSelf && <Badge color="gray">You</Badge>}{' '}
          {user.status !== 'active' && <Badge color="red">Suspended</Badge>} {!user.verified && <NotVerified />}
        </span>
        <span className={`${table['sub']} ${table['whole']}`}>
          <Email address={user.email} />
        </span>
      </td>
      <td>
        <NativeSelect
          aria-label={`Role of ${user.name || user.email}`}
          size="xs"
          w={110}
          data={roleChoices(workspace.role)}
          value={role}
          disabled={isPending || !mayChange}
          onChange={(event) => changeRole(event.currentTarget.value as Role)}
        />
      </td>
      <td className={`${table['quiet']} ${table['wide']}`}>
        <RelativeTime iso={createdAt} />
      </td>
      <td className={`${table['end']} ${table['actions']}`}>
        <ActionMenu
          entries={[
            ...(isSelf
              ? []
              : [
                  {
                    label: 'Reset password…',
                    isDisabled: !mayChange || user.status !== 'active',
                    onClick: resetting.open,
                  },
                ]),
            {
              label: isSelf ? 'Leave the workspace…' : 'Remove…',
              isDestructive: true,
              isDisabled: !mayChange,
              onClick: () => void remove({ ...ref, name: user.name || user.email, workspaceName: workspace.name }),
            },
          ]}
        >
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${user.name || user.email}`}>
            <Icon name="dots" />
          </ActionIcon>
        </ActionMenu>
        <Suspense>
          {isResetting && <ResetDialog member={ref} name={user.name || user.email} onClose={resetting.close} />}
        </Suspense>
      </td>
    </tr>
  );
}

async function remove(at: { workspaceId: string; userId: string; name: string; workspaceName: string }): Promise<void> {
  const { workspaceId, userId, name, workspaceName } = at;
  const isSure = await confirm({
    title: `Remove ${name}?`,
    body: `They and their API keys lose access to ${workspaceName} immediately. Everything that they created stays. You can invite them again.`,
    action: 'Remove',
  });
  if (!isSure) return;
  try {
    await callApi((client) => client.workspaces.members.remove({ workspaceId, userId }));
    await reload(workspaceId);
    toastDone(`${name} removed.`);
  } catch (error) {
    toastProblem(error);
  }
}
