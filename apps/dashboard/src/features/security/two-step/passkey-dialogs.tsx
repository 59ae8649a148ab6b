import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Passkey } from '@parley/sdk';
import { callApi } from '../../../api/client.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { toastDone } from '../../../ui/toasts/toast.ts';
import { createPasskey } from '../../two-step/passkey.ts';
import { shownCodes } from '../../two-step/shown-codes.tsx';
import { browserName } from '../browser-name.ts';
import { freeName } from './free-name.ts';
import { reloadFactors } from './reload-factors.ts';

const validate = { name: (value: string) => (value.trim() === '' ? 'Enter a name.' : null) };

/** Names a new passkey, and has the browser create it. */
export function AddPasskeyDialog({ passkeys, onClose }: { passkeys: readonly Passkey[]; onClose: () => void }) {
  const suggested = freeName(
    browserName(navigator.userAgent),
    passkeys.map(({ name }) => name),
  );
  return (
    <Dialog onClose={onClose} title="Add a passkey">
      <NameForm
        initial={suggested}
        action="Add passkey"
        send={async (name) => {
          const challenge = await callApi((client) => client.secondFactor.passkeyOptions());
          const response = await createPasskey(challenge);
          return callApi((client) => client.secondFactor.addPasskey({ token: challenge.token, name, response }));
        }}
        done={async ({ recoveryCodes }) => {
          onClose();
          if (recoveryCodes !== null) shownCodes.set(recoveryCodes);
          await reloadFactors();
          if (recoveryCodes === null) toastDone('Your passkey is added.');
        }}
        onClose={onClose}
      >
        <Text c="dimmed">
          Your browser asks next where to keep it: on this device, on your phone or on a security key.
        </Text>
      </NameForm>
    </Dialog>
  );
}

/** Renames a passkey. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={`Rename ${passkey.name}`}>
      <NameForm
        initial={passkey.name}
        action="Save"
        send={(name) => callApi((client) => client.secondFactor.renamePasskey(passkey._id, { name }))}
        done={async () => {
          onClose();
          await reloadFactors();
          toastDone('Passkey renamed.');
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface NameFormProps<Result> {
  readonly initial: string;
  readonly action: string;
  send(name: string): Promise<Result>;
  done(result: Result): unknown;
  onClose(): void;
  readonly children?: React.ReactNode;
}

function NameForm<Result>({ initial, action, send, done, onClose, children }: NameFormProps<Result>) {
  const form = useForm({ initialValues: { name: initial }, validate });
  const { submit, isPending, problem } = useSubmit(
    form,
    ({ name }) => send(name.trim()),
    (result) => done(result),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        {problem !== undefined && <ProblemNotice error={problem} />}
        <TextInput
          label="Name"
          description="So that you know later which one it is."
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
