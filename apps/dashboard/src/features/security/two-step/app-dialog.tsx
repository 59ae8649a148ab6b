import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { NewTotp } from '@parley/sdk';
import { callApi } from '../../../api/client.ts';
import { CopyButton } from '../../../ui/code/copy.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { SubmitButton } from '../../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { toastDone } from '../../../ui/toasts/toast.ts';
import { validAppCode } from '../../two-step/app-code.ts';
import { AppCodeInput } from '../../two-step/app-code-input.tsx';
import { shownCodes } from '../../two-step/shown-codes.tsx';
import { QrCode } from './qr-code.tsx';
import { reloadFactors } from './reload-factors.ts';
import css from './two-step.module.css';

/** Has the user add the secret to their app, and confirm it with a code. */
export function AppDialog({ started, onClose }: { started: NewTotp; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Set up an authenticator app">
      <Form started={started} onClose={onClose} />
    </Dialog>
  );
}

function Form({ started: { secret, uri }, onClose }: { started: NewTotp; onClose: () => void }) {
  const form = useForm({ initialValues: { code: '' }, validate: { code: validAppCode } });
  const submission = useSubmit(
    form,
    ({ code }) => callApi((client) => client.secondFactor.confirmTotp({ code })),
    async ({ recoveryCodes }) => {
      onClose();
      if (recoveryCodes !== null) shownCodes.set(recoveryCodes);
      await reloadFactors();
      if (recoveryCodes === null) toastDone('Your authenticator app is set up.');
    },
  );
  return (
    <form onSubmit={submission.submit} noValidate>
      <Stack gap="md">
        <ol className={css['steps']}>
          <li>
            Scan this with the app, or enter the secret there:
            <QrCode text={uri} label="QR code of the secret" />
            <span className={css['secret']}>
              <span>{secret.match(/.{1,4}/g)?.join(' ')}</span>
              <CopyButton text={secret} label="Copy secret" />
            </span>
          </li>
          <li>
            <AppCodeInput description="The six digits that the app shows then." {...form.getInputProps('code')} />
          </li>
        </ol>
        {submission.problem !== undefined && <ProblemNotice error={submission.problem} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton submission={submission}>Turn on</SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}
