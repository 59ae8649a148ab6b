import { Stack, Textarea, TextInput } from '@mantine/core';
import { fieldLimits } from '../../../api/field-limits.ts';
import { AddBar } from './add-bar.tsx';
import css from './forms.module.css';
import { useSourceForm, validateName } from './use-source-form.ts';

/** The message about a text that is missing or too long. */
export const validateText = (value: string): string | null => {
  if (value.trim() === '') return 'Enter a text.';
  return value.length > fieldLimits.sourceText
    ? 'Must have at most 200,000 characters. Upload a longer text as a file.'
    : null;
};

/** Adds a pasted text. */
export function TextForm({ agentId }: { agentId: string | undefined }) {
  const { form, submission } = useSourceForm(
    agentId,
    {
      initialValues: { name: '', text: '' },
      validate: {
        name: validateName,
        text: validateText,
      },
    },
    ({ name, text }) => ({ type: 'text', name: name.trim(), text }),
  );
  const { text } = form.getValues();
  return (
    <form onSubmit={submission.submit} noValidate aria-label="Paste text">
      <Stack gap="md">
        <TextInput label="Name" placeholder="Shipping and returns" {...form.getInputProps('name')} />
        <div>
          <Textarea
            label="Text"
            description="Markdown headings help: a citation names the headings above its sentence."
            autosize
            minRows={10}
            maxRows={24}
            {...form.getInputProps('text')}
          />
          <p className={css['count']} data-over={text.length > fieldLimits.sourceText || undefined}>
            {text.length.toLocaleString('en')} of 200,000 characters
          </p>
        </div>
      </Stack>
      <AddBar submission={submission} agentId={agentId} action="Add text" />
    </form>
  );
}
