import { Anchor, Switch, Text } from '@mantine/core';
import type { Workspace } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';
import css from './general-page.module.css';

/** Lets an owner require two-step sign-in of all members. They need it themselves, or they would lock themselves out. */
export function RequireTwoStep({ workspace }: { workspace: Workspace }) {
  const { data, error, refetch } = useQuery(queries.secondFactor());
  const change = useMutation({
    mutationFn: (requireSecondFactor: boolean) =>
      callApi((client) => client.workspaces.update(workspace._id, { requireSecondFactor })),
    onSuccess: async ({ requireSecondFactor }) => {
      await Promise.all(
        [queries.workspaces(), queries.secondFactor()].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
      toastDone(requireSecondFactor ? 'Two-step sign-in is required.' : 'Two-step sign-in is optional.');
    },
  });
  if (error !== null) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (data === undefined) return <TableSkeleton rows={1} />;
  const hasNone = data.totp === null && data.passkeys.length === 0;
  const toggle = async (isRequired: boolean) => {
    const isSure =
      !isRequired ||
      (await confirm({
        title: 'Require two-step sign-in?',
        body: `Members without it lose access to ${workspace.name} now, until they have set it up.`,
        action: 'Require it',
      }));
    if (isSure) change.mutate(isRequired);
  };
  return (
    <div className={css['card']}>
      {change.error !== null && <ProblemNotice error={change.error} />}
      <Switch
        label="Require two-step sign-in"
        description="Members without it don’t reach this workspace until they have set it up. API keys keep working."
        checked={workspace.requireSecondFactor}
        disabled={change.isPending || (hasNone && !workspace.requireSecondFactor)}
        onChange={(event) => void toggle(event.currentTarget.checked)}
      />
      {hasNone && (
        <Text size="sm" mt="sm">
          You don’t have it yourself yet.{' '}
          <Anchor component={Link} to={paths.security} size="sm" underline="always">
            Set up two-step sign-in
          </Anchor>{' '}
          first.
        </Text>
      )}
    </div>
  );
}
