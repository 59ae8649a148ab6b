import { PasswordInput, type PasswordInputProps, Text } from '@mantine/core';
import css from './new-password.module.css';

/** The server's minimum (`features/sessions/passwords.ts`). */
export const minPasswordLength = 12;

/** Estimates the strength of a password from its length and variety. */
function strengthOf(password: string): { level: 0 | 1 | 2 | 3; words: string } {
  const missing = minPasswordLength - password.length;
  if (missing > 0)
    return {
      level: password === '' ? 0 : 1,
      words: `At least ${minPasswordLength} characters; a few words are easy to remember`,
    };
  const variety = new Set(password.toLowerCase()).size;
  if (variety < 6) return { level: 1, words: 'Long, but made of very few different characters' };
  if (password.length < 16) return { level: 2, words: 'Good. Length matters more than special characters' };
  return { level: 3, words: 'Strong, if it is hard to guess and used only here' };
}

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
