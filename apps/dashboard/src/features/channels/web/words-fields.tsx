import { Textarea, TextInput } from '@mantine/core';
import { Section } from '../../../ui/page/page.tsx';
import fields from '../edit/fields.module.css';
import { SuggestionsField } from './suggestions-field.tsx';
import { TextsField } from './texts-field.tsx';
import type { WebForm } from './web-form.ts';

/** Fields for the first texts that a visitor reads. */
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
        <TextsField form={form} readOnly={readOnly} />
      </div>
    </Section>
  );
}
