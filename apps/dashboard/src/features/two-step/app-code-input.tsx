import { TextInput, type TextInputProps } from '@mantine/core';
import { isAppCode } from './app-code.ts';
import css from './prove-form.module.css';

/** The field for a code of an authenticator app. Its form is sent as soon as the six digits are there. */
export function AppCodeInput({ onChange, ...props }: TextInputProps) {
  return (
    <TextInput
      label="Code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={40}
      autoFocus
      data-autofocus
      classNames={{ input: css['code'] ?? '' }}
      {...props}
      onChange={(event) => {
        onChange?.(event);
        const { value, form } = event.currentTarget;
        if (isAppCode(value)) form?.requestSubmit();
      }}
    />
  );
}
