import { Switch, TextInput } from '@mantine/core';
import type { WebForm } from '../web-form.ts';

/** The fields by which visitors are asked how satisfied they are. */
export function SatisfactionFields({ form, readOnly }: WebForm) {
  return (
    <>
      <Switch
        label="Ask how satisfied visitors are"
        description="One question after a conversation was closed: 1 to 5, with a comment."
        disabled={readOnly}
        {...form.getInputProps('settings.satisfaction.asked', { type: 'checkbox' })}
      />
      {form.getValues().settings.satisfaction.asked && (
        <TextInput
          label="Question"
          description="Empty: the chat’s own, in the language of the visitor."
          placeholder="How satisfied are you with this conversation?"
          readOnly={readOnly}
          {...form.getInputProps('settings.satisfaction.question')}
        />
      )}
    </>
  );
}
