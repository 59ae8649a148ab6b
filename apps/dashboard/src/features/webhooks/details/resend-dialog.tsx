import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { toastDone } from '../../../ui/toasts/toast.ts';
import { webhookCalls } from '../webhook-calls.ts';

const hour = 60 * 60 * 1000;

/** A time as the field has it: in the browser's time zone, without seconds. */
function localTime(time: number): string {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Sends every event since a time again. */
export function ResendDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [since, setSince] = useState(() => localTime(Date.now() - hour));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => webhookCalls.redeliver(id, { since: new Date(since).toISOString() }),
    onSuccess: () => {
      toastDone('The events are sent again.');
      onClose();
    },
  });
  return (
    <Dialog title="Send again" onClose={onClose}>
      <Stack gap="md">
        <Text c="dimmed">
          Every event since this time that the webhook wants is sent again, in order, with the same IDs and the header
          webhook-replayed: true.
        </Text>
        {error !== null && <ProblemNotice error={error} />}
        <TextInput
          type="datetime-local"
          label="Since"
          value={since}
          max={localTime(Date.now())}
          data-autofocus
          onChange={(event) => setSince(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isPending} disabled={since === ''} onClick={() => mutate()}>
            Send again
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
