import { Anchor, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ModelProvider } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Outcome } from '../../ui/page/outcome.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';
import { acceptedBy, keyPages, titleOf } from './provider-words.ts';
import { refreshProviders } from './refresh.ts';

/** Stores the key of a provider; it can be tested before. The key is gone when the dialog closes. */
export function KeyDialog({ provider: { name, address }, onClose }: { provider: ModelProvider; onClose: () => void }) {
  const title = titleOf(name);
  const form = useForm({
    initialValues: { apiKey: '' },
    validate: { apiKey: (value) => problemOf(value.trim()) },
    onValuesChange: () => test.reset(),
  });
  const test = useMutation({
    mutationFn: (apiKey: string) => callApi((client) => client.models.providers.test(name, { apiKey })),
    gcTime: 0,
  });
  const { submit, isPending, problem } = useSubmit(
    form,
    ({ apiKey }) => callApi((client) => client.models.providers.setKey(name, { apiKey: apiKey.trim() })),
    async () => {
      onClose();
      await refreshProviders();
      toastDone(`Agents can use ${title} now.`);
    },
  );
  const tryIt = () => {
    if (!form.validate().hasErrors) test.mutate(form.getValues().apiKey.trim());
  };
  return (
    <Dialog onClose={onClose} title={`Key of ${title}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {problem !== undefined && <ProblemNotice error={problem} />}
          <div>
            <PasswordInput
              label="API key"
              description={
                <>
                  It is stored encrypted, sent to {address ?? title} alone, and never shown again.{' '}
                  {address === null && keyPages[name] !== undefined && (
                    <Anchor href={keyPages[name]} target="_blank" rel="noreferrer" underline="always" inherit>
                      Create one at {title}
                    </Anchor>
                  )}
                </>
              }
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              {...form.getInputProps('apiKey')}
            />
            {test.data !== undefined && (
              <Outcome words={acceptedBy(title, test.data.models)} failure={test.data.failure} />
            )}
            {test.isError && <ProblemNotice error={test.error} />}
          </div>
          <Group justify="flex-end">
            <Button variant="default" loading={test.isPending} onClick={tryIt}>
              Test
            </Button>
            <Button type="submit" loading={isPending}>
              Save key
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Returns the problem with a key; the service accepts what a header can have. */
function problemOf(key: string): string | null {
  if (key === '') return 'Enter the key.';
  return /^[\x21-\x7e]{1,500}$/.test(key) ? null : 'Must have at most 500 characters, without spaces or accents.';
}
