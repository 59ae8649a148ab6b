import { Badge, Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { Workspace } from '@parley/sdk';
import { Suspense } from 'react';
import { callApi } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { useSwitchWorkspace, useWorkspace } from '../../api/workspace.ts';
import { CopyableId } from '../../ui/code/copy.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import table from '../../ui/lists/table.module.css';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { ActionsHeader } from '../../ui/page/actions-header.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { RelativeTime } from '../../ui/time/time.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';
import { roleLabel } from '../members/roles.ts';
import css from './general-page.module.css';

const DeleteWorkspaceDialog = lazyNamed(() =>
  import('./delete-workspace-dialog.tsx').then((module) => module.DeleteWorkspaceDialog),
);
const CreateWorkspaceDialog = lazyNamed(() =>
  import('./create-workspace-dialog.tsx').then((module) => module.CreateWorkspaceDialog),
);
const TeamRoom = lazyNamed(() => import('./team-room.tsx').then((module) => module.TeamRoom));
const RequireTwoStep = lazyNamed(() => import('./require-two-step.tsx').then((module) => module.RequireTwoStep));

/** Settings → General: the workspace's name, and all workspaces. */
export function GeneralPage() {
  const { workspace, workspaces, may } = useWorkspace();
  const [isCreating, creating] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  return (
    <Page narrow title="General" lead="The current workspace, and all your workspaces.">
      <div className={css['card']}>
        <NameForm key={workspace._id} workspace={workspace} mayRename={may('workspace:admin')} />
        <div className={css['facts']}>
          <span>Workspace ID</span>
          <CopyableId id={workspace._id} what="workspace ID" />
          <span>Created</span>
          <RelativeTime iso={workspace.createdAt} />
          <span>Your role</span>
          <span>{roleLabel(workspace.role)}</span>
          {workspace.requireSecondFactor && (
            <>
              <span>Two-step sign-in</span>
              <span>Required of all members</span>
            </>
          )}
        </div>
      </div>
      <Section
        title="Workspaces"
        lead="Each has its own agents, conversations and members. They share the account’s plan."
        action={
          may('workspace:admin') && (
            <Button variant="default" size="xs" leftSection={<Icon name="plus" />} onClick={creating.open}>
              New workspace
            </Button>
          )
        }
      >
        <Workspaces workspaces={workspaces} current={workspace._id} />
      </Section>
      {may('conversations:write') && (
        <Section
          title="Team room"
          lead="A Slack channel or Telegram group in which conversations that wait for a person, and tool calls that wait for approval, appear. Answers in the thread of a conversation reach the visitor."
        >
          <Suspense fallback={<TableSkeleton rows={1} />}>
            <TeamRoom workspace={workspace} mayAdmin={may('workspace:admin')} />
          </Suspense>
        </Section>
      )}
      {workspace.role === 'owner' && (
        <Section title="Two-step sign-in" lead="Requirements for members to sign in, besides their password.">
          <Suspense fallback={<TableSkeleton rows={1} />}>
            <RequireTwoStep workspace={workspace} />
          </Suspense>
        </Section>
      )}
      {workspace.role === 'owner' && (
        <Section
          title="Delete workspace"
          lead="Deletes its agents, conversations and memberships permanently."
          action={
            <Button color="red" variant="light" size="xs" leftSection={<Icon name="trash" />} onClick={deleting.open}>
              Delete workspace
            </Button>
          }
        />
      )}
      <Suspense>{isCreating && <CreateWorkspaceDialog onClose={creating.close} />}</Suspense>
      <Suspense>{isDeleting && <DeleteWorkspaceDialog workspace={workspace} onClose={deleting.close} />}</Suspense>
    </Page>
  );
}

function NameForm({ workspace, mayRename }: { workspace: Workspace; mayRename: boolean }) {
  const form = useForm({
    initialValues: { name: workspace.name },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null) },
  });
  const { submit, isPending, problem } = useSubmit(
    form,
    ({ name }) => callApi((client) => client.workspaces.update(workspace._id, { name: name.trim() })),
    async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: queries.workspaces().queryKey });
      form.setInitialValues({ name });
      form.reset();
      toastDone('Workspace renamed.');
    },
  );
  return (
    <form onSubmit={submit} noValidate>
      {problem !== undefined && <ProblemNotice error={problem} />}
      <Group align="flex-start" gap="sm">
        <TextInput
          className={css['grow'] ?? ''}
          label="Workspace name"
          readOnly={!mayRename}
          {...(!mayRename && { description: 'An owner or admin can rename it.' })}
          {...form.getInputProps('name')}
        />
        {mayRename && (
          <Button type="submit" mt={23} loading={isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        )}
      </Group>
    </form>
  );
}

function Workspaces({ workspaces, current }: { workspaces: readonly Workspace[]; current: string }) {
  const switchTo = useSwitchWorkspace();
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Your role</th>
            <th scope="col" className={table['wide']}>
              Created
            </th>
            <ActionsHeader />
          </tr>
        </thead>
        <tbody>
          {workspaces.map((workspace) => (
            <tr key={workspace._id} className={table['row']}>
              <td className={table['name']}>
                <span className={table['main']}>{workspace.name}</span>
              </td>
              <td className={table['quiet']}>{roleLabel(workspace.role)}</td>
              <td className={`${table['quiet']} ${table['wide']}`}>
                <RelativeTime iso={workspace.createdAt} />
              </td>
              <td className={`${table['end']} ${table['actions']}`}>
                {workspace._id === current ? (
                  <Badge color="gray">Current</Badge>
                ) : (
                  <Button size="compact-xs" variant="default" onClick={() => void switchTo(workspace)}>
                    Switch
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
