import { Button, Group, Stack, Text } from '@mantine/core';
import type { Question } from './confirm.ts';
import { Dialog } from './dialog.tsx';

/** A confirmation with two buttons; the harmless one has the focus. */
export function ConfirmDialog(props: Question & { answer: (isYes: boolean) => void }) {
  const { title, body, action, cancel = 'Cancel', answer } = props;
  return (
    <Dialog onClose={() => answer(false)} title={title}>
      <Stack gap="lg">
        <Text>{body}</Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => answer(false)}>
            {cancel}
          </Button>
          <Button color="red" onClick={() => answer(true)}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
