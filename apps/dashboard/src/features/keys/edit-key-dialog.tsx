import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ApiKey, Scope } from '@parley/sdk';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone } from '../../ui/toasts/toast.ts';
import { reducible } from './scopes.ts';
import { ScopesField } from './scopes-field.tsx';

interface EditValues extends Record<string, unknown> {
  name: string;
  scopes: Scope[];
}

/** Renames a key and reduces its scopes. */
export function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const form = useForm<EditValues>({
    initialValues: { name: apiKey.name, scopes: [...apiKey.scopes] },
    validate: {
      name: (value) => (value.trim() === '' ? 'Enter a name.' : null),
      scopes: (value) => (value.length === 0 ? 'Keep at least one scope, or revoke the key.' : null),
    },
  });
  const { submit, isPending, problem } = useSubmit(
    form,
    ({ name, scopes }) =>
      callApi((client) =>
        client.apiKeys.update(apiKey._id, { name: name.trim(), ...(form.isDirty('scopes') && { scopes }) }),
      ),
    async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: ['keys'] });
      toastDone(`${name} saved.`);
      onClose();
    },
  );
  return (
    <Dialog onClose={onClose} size={560} title={`Edit ${apiKey.name}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {problem !== undefined && <ProblemNotice error={problem} />}
          <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
          <ScopesField
            description="Scopes can be removed but not added back. Changes apply from the next request."
            allowed={reducible(apiKey.scopes)}
            otherwise="This key does not have it."
            {...form.getInputProps('scopes')}
            value={form.values.scopes}
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
