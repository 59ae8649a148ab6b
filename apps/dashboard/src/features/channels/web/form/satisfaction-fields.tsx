import { Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

type InputProps = ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']>;

interface Props {
  /** A form whose question is at `settings.satisfaction`. */
  readonly form: {
    getValues(): { readonly settings: { readonly satisfaction: { readonly asked: boolean } } };
    getInputProps(path: string, options?: object): InputProps;
  };
  readonly readOnly: boolean;
  /** True for a messenger, whose users answer with a number. */
  readonly byNumber?: boolean;
}

/** The fields by which visitors are asked how satisfied they are. */
export function SatisfactionFields({ form, readOnly, byNumber = false }: Props) {
  return (
    <>
      <Switch
        label={byNumber ? 'Ask how satisfied users are' : 'Ask how satisfied visitors are'}
        description={
          byNumber
            ? 'One message after a conversation was closed. Users answer with a number from 1 to 5.'
            : 'One question after a conversation was closed: 1 to 5, with a comment.'
        }
        disabled={readOnly}
        {...form.getInputProps('settings.satisfaction.asked', { type: 'checkbox' })}
      />
      {form.getValues().settings.satisfaction.asked && (
        <TextInput
          label="Question"
          description={
            byNumber
              ? 'Empty: the usual one, in the language of the conversation.'
              : 'Empty: the chat’s own, in the language of the visitor.'
          }
          placeholder="How satisfied are you with this conversation?"
          readOnly={readOnly}
          {...form.getInputProps('settings.satisfaction.question')}
        />
      )}
    </>
  );
}
