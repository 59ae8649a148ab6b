import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { ApiKeyCreateParams, NewApiKey, Scope, Workspace } from '@parley/sdk';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { closeSecret } from '../../ui/dialogs/close-secret.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { type Submission, useSubmit } from '../../ui/forms/use-submit.ts';
import { Select } from '../../ui/overlays/select.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import css from './new-key-dialog.module.css';
import { choosable, usualScopes } from './scopes.ts';
import { ScopesField } from './scopes-field.tsx';
import { ShownKey } from './shown-key.tsx';

/**
 * Creates a key with the scopes of `preset` that the user may choose, or others, and shows it once. The key exists only
 * in this component and is gone when the dialog closes.
 */
export function NewKeyDialog(props: { preset?: readonly Scope[]; onClose: () => void }) {
  const { preset = usualScopes, onClose } = props;
  const [made, setMade] = useState<NewApiKey>();
  return (
    <Dialog
      onClose={() => (made === undefined ? onClose() : void closeSecret('key', onClose))}
      size={560}
      title={made === undefined ? 'Generate new key' : 'Your new key'}
    >
      {made === undefined ? (
        <KeyForm preset={preset} onMade={setMade} onClose={onClose} />
      ) : (
        <ShownKey made={made} onClose={onClose} />
      )}
    </Dialog>
  );
}

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
];

const environments = [
  { value: 'development', label: 'Development' },
  { value: 'production', label: 'Production' },
];

interface KeyValues extends Record<string, unknown> {
  name: string;
  scopes: Scope[];
  environment: NonNullable<ApiKeyCreateParams['environment']>;
  workspaceId: string;
  expiresInDays: string;
}

/** The option for a key that reaches all workspaces of its creator. */
const everywhere = '';

/** The scopes of the form that the user may choose in its workspace. */
const allowedOf = (workspaces: readonly Workspace[], { workspaceId }: Pick<KeyValues, 'workspaceId'>) =>
  choosable(workspaces, workspaceId === everywhere ? undefined : workspaceId);
const chosenOf = (workspaces: readonly Workspace[], values: Pick<KeyValues, 'scopes' | 'workspaceId'>) =>
  values.scopes.filter((scope) => allowedOf(workspaces, values).includes(scope));

function KeyForm(props: { preset: readonly Scope[]; onMade: (key: NewApiKey) => void; onClose: () => void }) {
  const { preset, onMade, onClose } = props;
  const { workspaces } = useWorkspace();
  const form = useForm<KeyValues>({
    initialValues: {
      name: '',
      scopes: [...preset],
      environment: 'development',
      workspaceId: everywhere,
      expiresInDays: '90',
    },
    validate: {
      name: (value) => (value.trim() === '' ? 'Enter a name.' : null),
      scopes: (_value, values) => (chosenOf(workspaces, values).length === 0 ? 'Choose at least one scope.' : null),
    },
  });
  const submission = useSubmit(
    form,
    ({ name, environment, workspaceId, expiresInDays, ...rest }) =>
      callApi((client) =>
        client.apiKeys.create({
          name: name.trim(),
          scopes: chosenOf(workspaces, { ...rest, workspaceId }),
          environment,
          ...(workspaceId !== everywhere && { workspaceId }),
          expiresInDays: expiresInDays === 'never' ? null : (Number(expiresInDays) as 30 | 90 | 365),
        }),
      ),
    async (key) => {
      onMade(key);
      await queryClient.invalidateQueries({ queryKey: ['keys'] });
    },
  );
  return <KeyFields form={form} submission={submission} onClose={onClose} />;
}

interface KeyFieldsProps {
  form: Pick<UseFormReturnType<KeyValues>, 'getInputProps' | 'values'>;
  submission: Submission;
  onClose: () => void;
}

function KeyFields({ form, submission: { submit, isPending, problem }, onClose }: KeyFieldsProps) {
  const { workspaces } = useWorkspace();
  const places = workspaces.map(({ _id, name }) => ({ value: _id, label: `Only ${name}` }));
  const allowed = allowedOf(workspaces, form.values);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {problem !== undefined && <ProblemNotice error={problem} />}
        <TextInput
          label="Name"
          description="The purpose of the key, such as the program that uses it."
          placeholder="Website backend"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <ScopesField
          description="Permissions of the key, within your own role."
          allowed={allowed}
          {...form.getInputProps('scopes')}
          value={chosenOf(workspaces, form.values)}
        />
        <div className={css['row']}>
          <Select
            label="Environment"
            data={environments}
            allowDeselect={false}
            {...form.getInputProps('environment')}
          />
          <Select
            label="Expires after"
            data={lifetimes}
            allowDeselect={false}
            {...form.getInputProps('expiresInDays')}
          />
        </div>
        <Select
          label="Workspace"
          data={[{ value: everywhere, label: 'All my workspaces' }, ...places]}
          allowDeselect={false}
          {...form.getInputProps('workspaceId')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Generate key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
