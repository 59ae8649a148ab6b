import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ListedView, View, ViewCreateParams } from '@parley/sdk';
import { callApi } from '../../../api/client.ts';
import { queryClient } from '../../../api/queries.ts';
import { useMe } from '../../../api/workspace.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { autoDirection } from '../../../ui/forms/auto-direction.ts';
import { SubmitButton } from '../../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { toastDone } from '../../../ui/toasts/toast.ts';

interface Values extends Record<string, unknown> {
  name: string;
  isShared: boolean;
}

interface ViewDialogProps {
  readonly workspaceId: string;
  /** The view to rename or share; undefined for a new one. */
  readonly view: ListedView | undefined;
  /** The filters of a new one. */
  readonly filters: ViewCreateParams['filters'];
  readonly onSaved: (view: View) => void;
  readonly onClose: () => void;
}

/** Keeps the filters of the list as a view, or changes the name of one and who sees it. */
export function ViewDialog({ workspaceId, view, filters, onSaved, onClose }: ViewDialogProps) {
  const { user } = useMe();
  const form = useForm<Values>({
    initialValues: { name: view?.name ?? '', isShared: view?.isShared ?? false },
    validate: { name: (value) => (value.trim() === '' ? 'Enter a name.' : null) },
  });
  const submission = useSubmit(
    form,
    ({ name, isShared }) => {
      const body = { name: name.trim(), isShared };
      return callApi((client) =>
        view === undefined
          ? client.views.create({ ...body, workspaceId, filters })
          : client.views.update(view._id, body),
      );
    },
    async (saved) => {
      await queryClient.invalidateQueries({ queryKey: ['views', workspaceId] });
      toastDone(`View ${saved.name} saved.`);
      onSaved(saved);
      onClose();
    },
  );
  const isOfAnother = view?.isShared === true && view.createdBy !== user._id;
  return (
    <Dialog onClose={onClose} title={view === undefined ? 'Save as view' : 'Edit view'}>
      <form onSubmit={submission.submit} noValidate>
        <Stack gap="md">
          {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
          <TextInput
            label="Name"
            attributes={autoDirection}
            maxLength={80}
            data-autofocus
            {...(view === undefined && { description: 'It keeps the search, the filters and the order of the list.' })}
            {...form.getInputProps('name')}
          />
          <Checkbox
            label="Shared with the workspace"
            description={isOfAnother ? 'Only its author can keep it for themselves.' : 'Otherwise only you see it.'}
            disabled={isOfAnother}
            {...form.getInputProps('isShared', { type: 'checkbox' })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton submission={submission}>Save</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
