import { Stack, TextInput } from '@mantine/core';
import { AddBar } from './add-bar.tsx';
import css from './forms.module.css';
import { useSourceForm, validateName } from './use-source-form.ts';

/** Adds a source of many documents, to which files are added on its own page. */
export function DocumentsForm({ agentId }: { agentId: string | undefined }) {
  const { form, submission } = useSourceForm(
    agentId,
    { initialValues: { name: '' }, validate: { name: validateName } },
    ({ name }) => ({ type: 'documents', name: name.trim() }),
  );
  return (
    <form onSubmit={submission.submit} noValidate aria-label="Collect documents">
      <Stack gap="md">
        <TextInput label="Name" placeholder="Handbook" {...form.getInputProps('name')} />
        <div className={css['note']}>
          <p>What happens</p>
          <ul>
            <li>You add files on the page of the source, as many as you like at a time: up to 10,000.</li>
            <li>Each document is replaced and deleted alone. One that can’t be read doesn’t hold up the others.</li>
            <li>Your own systems can add, replace and filter documents by your own IDs and metadata: see the API.</li>
          </ul>
        </div>
      </Stack>
      <AddBar submission={submission} agentId={agentId} action="Create source" />
    </form>
  );
}
