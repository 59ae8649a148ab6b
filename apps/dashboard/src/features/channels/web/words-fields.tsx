import { Textarea, TextInput } from '@mantine/core';
import { languageNames } from '@parley/widget/language-names';
import { Select } from '../../../ui/overlays/select.tsx';
import { Section } from '../../../ui/page/page.tsx';
import fields from '../edit/fields.module.css';
import { SuggestionsField } from './suggestions-field.tsx';
import { TextsField } from './texts-field.tsx';
import type { WebForm } from './web-form.ts';

const languages = [
  { value: 'auto', label: 'Of the visitor’s browser' },
  ...Object.entries(languageNames).map(([value, label]) => ({ value, label })),
];

/** Fields for the language, and the first texts that a visitor reads. */
export function WordsFields({ form, readOnly, agentName }: WebForm & { agentName: string | undefined }) {
  return (
    <Section title="Title and greeting">
      <div className={fields['fields']}>
        <TextInput
          label="Title"
          placeholder={agentName ?? 'The agent’s name'}
          description="Empty: the agent’s name."
          readOnly={readOnly}
          {...form.getInputProps('settings.title')}
        />
        <Textarea
          label="Greeting"
          description="The first text that a new visitor reads."
          placeholder="Hello! How can we help?"
          autosize
          minRows={2}
          maxRows={6}
          readOnly={readOnly}
          {...form.getInputProps('settings.greeting')}
        />
        <SuggestionsField form={form} readOnly={readOnly} />
        <Select
          label="Language"
          description="Of buttons and hints; your own texts stay as you write them. A page may name another one."
          data={languages}
          allowDeselect={false}
          readOnly={readOnly}
          {...form.getInputProps('settings.language')}
        />
        <TextsField form={form} readOnly={readOnly} />
      </div>
    </Section>
  );
}
