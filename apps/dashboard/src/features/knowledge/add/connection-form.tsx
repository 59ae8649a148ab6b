import { Stack, TextInput } from '@mantine/core';
import { ConnectionFields } from '../connection-fields.tsx';
import {
  type ConnectedType,
  type ConnectionValues,
  connectionDraft,
  noConnection,
  validateConnection,
} from '../connection-values.ts';
import { AddBar } from './add-bar.tsx';
import css from './forms.module.css';
import { useSourceForm, validateName } from './use-source-form.ts';

const words = {
  git: { label: 'Connect a repository', action: 'Add repository' },
  s3: { label: 'Connect a bucket', action: 'Add bucket' },
  notion: { label: 'Connect Notion', action: 'Add pages' },
} as const;

/** Connects a repository, a bucket or Notion. */
function ConnectionForm({ agentId, type }: { agentId: string | undefined; type: ConnectedType }) {
  const { form, submission } = useSourceForm<ConnectionValues & { name: string }>(
    agentId,
    {
      initialValues: { ...noConnection, name: type === 'notion' ? 'Notion' : '' },
      validate: { ...validateConnection(type, { isNew: true }), ...(type === 'notion' && { name: validateName }) },
    },
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
        <TextInput
          label="Name"
          description={type === 'notion' ? undefined : 'The address unless you choose another.'}
          {...form.getInputProps('name')}
        />
        <div className={css['note']}>
          <p>
            Each document becomes a page of the source. Later syncs read only the{' '}
            {type === 'notion' ? 'pages' : 'files'} that have changed.
          </p>
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

/** Connects pages of Notion. */
export const NotionForm = ({ agentId }: { agentId: string | undefined }) => (
  <ConnectionForm agentId={agentId} type="notion" />
);
