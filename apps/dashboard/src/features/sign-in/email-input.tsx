import { TextInput, type TextInputProps } from '@mantine/core';

/** The email with which a user signs in; password managers fill it. It has the focus when the page opens. */
export function EmailInput(props: TextInputProps) {
  return <TextInput label="Email" type="email" autoComplete="username" autoFocus {...props} />;
}
