import { Stack, TextInput } from '@mantine/core';
import { readAddress, validateAddress } from '../address.ts';
import { type Interval, IntervalField } from '../interval-field.tsx';
import { AddBar } from './add-bar.tsx';
import css from './forms.module.css';
import { useSourceForm } from './use-source-form.ts';

/** Adds one web page. */
export function PageForm({ agentId }: { agentId: string | undefined }) {
  const { form, submission } = useSourceForm(
    agentId,
    {
      initialValues: { url: '', name: '', syncInterval: null as Interval },
      validate: { url: validateAddress },
    },
    ({ url, name, syncInterval }) => ({
      type: 'url',
      url: readAddress(url)?.href ?? url,
      syncInterval,
      ...(name.trim() !== '' && { name: name.trim() }),
    }),
  );
  return (
    <form onSubmit={submission.submit} noValidate aria-label="Link a page">
      <Stack gap="md">
        <TextInput
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://example.com/help/returns"
          {...form.getInputProps('url')}
        />
        <div className={css['row']}>
          <TextInput
            label="Name"
            description="The address unless you choose another."
            {...form.getInputProps('name')}
          />
          <IntervalField {...form.getInputProps('syncInterval')} />
        </div>
        <div className={css['note']}>
          <p>
            The main content is read, without menus and footers. A page that only a script fills has nothing to read.
          </p>
        </div>
      </Stack>
      <AddBar submission={submission} agentId={agentId} action="Add page" />
    </form>
  );
}
