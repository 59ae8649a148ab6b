import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Workspace } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { useSwitchWorkspace, useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { Counts } from '../../ui/charts/counts.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';

/** Asks for the name of a workspace before it is deleted, and shows what is deleted with it. */
export function DeleteWorkspaceDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={`Delete ${workspace.name}?`}>
      <Form workspace={workspace} onClose={onClose} />
    </Dialog>
  );
}

function Form({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const { workspaces } = useWorkspace();
  const switchTo = useSwitchWorkspace();
  const isName = (value: string) => value.trim() === workspace.name.trim();
  const form = useForm({
    initialValues: { confirm: '' },
    validate: { confirm: (value) => (isName(value) ? null : 'Type the name of the workspace.') },
  });
  const submission = useSubmit(
    form,
    ({ confirm }) => callApi((client) => client.workspaces.delete(workspace._id, { confirm })),
    async ({ message }) => {
      const next = workspaces.find(({ _id }) => _id !== workspace._id);
      onClose();
      if (next !== undefined) await switchTo(next, paths.home);
      toastDone(message);
      await queryClient.invalidateQueries({ queryKey: queries.workspaces().queryKey });
      await queryClient.invalidateQueries();
    },
  );
  return (
    <form onSubmit={submission.submit} noValidate>
      <Stack gap="md">
        <Text>This is deleted with the workspace, immediately and permanently:</Text>
        <Dependents id={workspace._id} />
        {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
        <TextInput
          label={
            <>
              Type <b>{workspace.name}</b> to confirm
            </>
          }
          aria-label={`Type ${workspace.name} to confirm`}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('confirm')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton color="red" submission={submission} disabled={!isName(form.values.confirm)}>
            Delete workspace
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}

function Dependents({ id }: { id: string }) {
  const { data, error } = useQuery(queries.workspaceDependents(id));
  if (error !== null) return <ProblemNotice error={error} />;
  return (
    <Counts
      rows={[
        ['Agents', data?.agents],
        ['Conversations', data?.conversations],
        ['Messages', data?.messages],
        ['Channels', data?.channels],
        ['Knowledge sources', data?.knowledgeSources],
        ['API keys', data?.apiKeys],
        ['Members', data?.members],
        ['Invitations', data?.invitations],
        ['Files', data?.files],
      ]}
    />
  );
}
