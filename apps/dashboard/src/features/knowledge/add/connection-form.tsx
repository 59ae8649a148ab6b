import { Stack, TextInput } from '@mantine/core';
import {
  type ConnectedType,
  ConnectionFields,
  type ConnectionValues,
  connectionDraft,
  noConnection,
  validateConnection,
} from '../connection-fields.tsx';
import { AddBar } from './add-bar.tsx';
import css from './forms.module.css';
import { useSourceForm } from './use-source-form.ts';

const words = {
  git: { label: 'Connect a repository', action: 'Add repository' },
  s3: { label: 'Connect a bucket', action: 'Add bucket' },
} as const;

/** Connects a repository or a bucket. */
function ConnectionForm({ agentId, type }: { agentId: string | undefined; type: ConnectedType }) {
  const { form, submission } = useSourceForm<ConnectionValues & { name: string }>(
    agentId,
    { initialValues: { ...noConnection, name: '' }, validate: validateConnection(type) },
    ({ name, ...values }) => ({
      type,
      ...connectionDraft(type, values as ConnectionValues),
      ...(name.trim() !== '' && { name: name.trim() }),
    }),
  );
  const { label, action } = words[type];
  return (
    <form onSubmit={submission.submit} noValidate aria-label={label}>
      <Stack gap="md">
        <ConnectionFields form={form} type={type} />
        <TextInput label="Name" description="The address unless you choose another." {...form.getInputProps('name')} />
        <div className={css['note']}>
          <p>Each document becomes a page of the source. Later syncs read only the files that have changed.</p>
        </div>
      </Stack>
      <AddBar submission={submission} agentId={agentId} action={action} />
    </form>
  );
}

/** Connects a Git repository. */
export const GitForm = ({ agentId }: { agentId: string | undefined }) => (
  <ConnectionForm agentId={agentId} type="git" />
);

/** Connects a bucket of S3. */
export const S3Form = ({ agentId }: { agentId: string | undefined }) => <ConnectionForm agentId={agentId} type="s3" />;
