import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Conversation } from '@parley/sdk';
import { callApi } from '../../api/client.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';

const isAddress = (text: unknown): text is string => typeof text === 'string' && /^\S+@\S+$/.test(text);

/** Mails a transcript, by default to the address that the visitor has given. */
export function TranscriptDialog(props: { conversation: Conversation; onClose: () => void }) {
  const { conversation, onClose } = props;
  const form = useForm({
    initialValues: { email: Object.values(conversation.visitor?.form ?? {}).find(isAddress) ?? '' },
    validate: { email: (email) => (isAddress(email.trim()) ? null : 'Enter an email address.') },
  });
  const submission = useSubmit(
    form,
    ({ email }) =>
      callApi(({ conversations }) =>
        conversations.sendTranscript(conversation._id, {
          email: email.trim(),
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        }),
      ),
    ({ email }) => {
      toastDone(`The transcript to ${email} is on its way.`);
      onClose();
    },
  );
  return (
    <Dialog onClose={onClose} title="Send transcript" closeOnClickOutside={!form.isDirty()}>
      <form onSubmit={submission.submit} noValidate>
        <Stack gap="md">
          {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
          <Text size="sm">The messages with their sources, without thoughts and tool calls: the last 500.</Text>
          <TextInput
            label="Email address"
            type="email"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('email')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton submission={submission}>Send</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
