import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { SavedReply } from '@parley/sdk';
import { callApi } from '../../api/client.ts';
import { fieldLimits } from '../../api/field-limits.ts';
import { queryClient } from '../../api/queries.ts';
import { useMe } from '../../api/workspace.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { autoDirection } from '../../ui/forms/auto-direction.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';

interface Values extends Record<string, unknown> {
  name: string;
  text: string;
  isShared: boolean;
}

/** Creates a saved reply, or changes one. */
export function ReplyDialog(props: { workspaceId: string; reply: SavedReply | undefined; onClose: () => void }) {
  const { workspaceId, reply, onClose } = props;
  const { user } = useMe();
  const form = useForm<Values>({
    initialValues: { name: reply?.name ?? '', text: reply?.text ?? '', isShared: reply?.isShared ?? true },
    validate: {
      name: (value) => (value.trim() === '' ? 'Enter a name.' : null),
      text: (value) => (value.trim() === '' ? 'Enter a text.' : null),
    },
  });
  const { submit, isPending, problem } = useSubmit(
    form,
    ({ name, text, isShared }) => {
      const body = { name: name.trim(), text, isShared };
      return callApi((client) =>
        reply === undefined
          ? client.savedReplies.create({ ...body, workspaceId })
          : client.savedReplies.update(reply._id, body),
      );
    },
    async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: ['saved-replies'] });
      toastDone(`${name} saved.`);
      onClose();
    },
  );
  const isOfAnother = reply?.isShared === true && reply.createdBy !== user._id;
  return (
    <Dialog onClose={onClose} size={560} title={reply === undefined ? 'New saved reply' : 'Edit saved reply'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {problem !== undefined && <ProblemNotice error={problem} />}
          <TextInput
            label="Name"
            attributes={autoDirection}
            maxLength={80}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Textarea
            label="Text"
            attributes={autoDirection}
            description="Variables: {{visitor.name|there}}, {{visitor.email}}, {{agent.name}}, {{me.name}}."
            autosize
            minRows={4}
            maxRows={14}
            maxLength={fieldLimits.savedReply}
            {...form.getInputProps('text')}
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
            <Button type="submit" loading={isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
