// @module-tag pure

import { expect, it } from 'vitest';
import { signInText } from './sign-in-methods.ts';

it('says how a session began', () => {
  expect(signInText(['password', 'totp'])).toBe('Password and app');
  expect(signInText(['passkey'])).toBe('Passkey');
  expect(signInText(['password_reset', 'recovery_code'])).toBe('Reset link and recovery code');
  expect(signInText([])).toBe('');
});
