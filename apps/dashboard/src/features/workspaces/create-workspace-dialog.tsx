import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { useSwitchWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';

/** Creates a workspace and switches to it. */
export function CreateWorkspaceDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="New workspace">
      <Form onClose={onClose} />
    </Dialog>
  );
}

function Form({ onClose }: { onClose: () => void }) {
  const switchTo = useSwitchWorkspace();
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null) },
  });
  const { submit, isPending, problem } = useSubmit(
    form,
    ({ name }) => callApi((client) => client.workspaces.create({ name: name.trim() })),
    async (workspace) => {
      await queryClient.invalidateQueries();
      onClose();
      await switchTo(workspace, paths.home);
      toastDone(`Workspace ${workspace.name} created.`);
    },
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">Its agents, members and conversations are separate from other workspaces.</Text>
        {problem !== undefined && <ProblemNotice error={problem} />}
        <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Create workspace
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
