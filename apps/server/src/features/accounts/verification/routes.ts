import { endpoint } from '../../../http/endpoint.ts';
import { Verification, VerificationCode } from './schema.ts';
import type { Verifications } from './service.ts';

const tag = 'Account';
const verified = { message: 'Your address is verified.' };

/** The operations on the verification of the caller's address. */
export const verificationEndpoints = (verifications: Verifications) => [
  endpoint({
    id: 'sendVerification',
    client: 'me.sendVerification',
    method: 'POST',
    path: '/api/me/verification',
    access: 'session',
    tag,
    summary: 'Mail yourself a code',
    description:
      'The code verifies your email address. It works for 15 minutes and replaces an earlier one. At most one is ' +
      'sent a minute, and ten a day.',
    data: Verification,
    errors: ['already_verified', 'too_many_mails', 'mail_not_configured'],
    handle: async (call) => ({
      data: await verifications.send(call.actor, (data) => call.remember({ data })),
    }),
  }),
  endpoint({
    id: 'confirmVerification',
    client: 'me.confirmVerification',
    method: 'POST',
    path: '/api/me/verification/confirm',
    access: 'session',
    tag,
    summary: 'Verify your email address with the mailed code',
    description: 'A code can be tried five times. Nothing happens if the address is already verified.',
    body: VerificationCode,
    data: 'message',
    says: verified.message,
    errors: ['code_invalid'],
    handle: (call) => verifications.confirm(call.actor, call.body, () => call.remember(verified)).then(() => verified),
  }),
];
