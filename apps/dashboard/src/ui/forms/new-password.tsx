import { PasswordInput, type PasswordInputProps, Text } from '@mantine/core';
import css from './new-password.module.css';
import { strengthOf } from './password-strength.ts';

/** A field for a new password, with a strength hint. The only rule is the length. */
export function NewPasswordInput(props: PasswordInputProps) {
  const { level, words } = strengthOf(String(props.value ?? ''));
  // A password that the server refused is not shown as strong.
  const isRefused = props.error !== undefined && props.error !== null;
  return (
    <div>
      <PasswordInput autoComplete="new-password" {...props} />
      {!isRefused && (
        <>
          <div className={css['meter']} data-level={level} aria-hidden="true">
            <span />
            <span />
            <span />
          </div>
          <Text size="xs" c="dimmed" aria-live="polite">
            {words}.
          </Text>
        </>
      )}
    </div>
  );
}
