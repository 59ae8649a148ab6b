import type { Session } from '@parley/sdk';

const words: Readonly<Record<Session['methods'][number], string>> = {
  password: 'password',
  totp: 'app',
  passkey: 'passkey',
  recovery_code: 'recovery code',
  invitation: 'invitation',
  password_reset: 'reset link',
  setup: 'set-up link',
};

/** `Password and app`: how a session began. Empty for one that began before that was noted. */
export function signInText(methods: Session['methods']): string {
  const text = methods.map((method) => words[method]).join(' and ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
