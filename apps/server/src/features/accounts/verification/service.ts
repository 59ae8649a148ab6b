import { randomInt } from 'node:crypto';
import type { Principal } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import type { Mail } from '../../../mail/mail.ts';
import { expiry } from '../../../storage/expired.ts';
import { systemWorkspace } from '../../../storage/jobs/kind.ts';
import { type Along, nothingAlong } from '../../../storage/unit.ts';
import { getPerson } from '../get-person.ts';
import { type UserChangeNeeds, verifyAddress } from '../user-changes.ts';
import { codeLength, type Verification, type VerificationCode } from './schema.ts';
import * as store from './store.ts';

/** Lifetime of a code in milliseconds: 15 minutes. */
const lifetime = 15 * 60_000;

/** Max tries at a code. With ten codes a day (`mail/limits.ts`), a guess succeeds once in 5,000 years. */
const maxTries = 5;

/** Dependencies of verification. */
export interface VerificationNeeds extends UserChangeNeeds {
  readonly mail: Pick<Mail, 'isOn' | 'post'>;
  /** A digest under the pepper. */
  mailDigest(text: string): string;
}

export type Verifications = ReturnType<typeof createVerifications>;

const off = () =>
  new AppError('mail_not_configured', 'This server sends no mail.', {
    hint: 'Ask its operator to verify your address (parley user verify).',
  });
const alreadyVerified = () => new AppError('already_verified', 'Your address is already verified.');
const wrong = () =>
  new AppError('code_invalid', 'The code is wrong, has expired, or was tried too often.', {
    hint: 'Use the code of the last mail, or have a new one sent.',
  });

/** Verification of the caller's own address with a mailed code. */
export function createVerifications(needs: VerificationNeeds) {
  const { db, now, mail } = needs;

  /** Bound to the person and the address: a code for an earlier address is worth nothing. */
  const digestOf = ({ id, email }: { id: string; email: string }, code: string) =>
    needs.mailDigest(`code ${id} ${email} ${code}`);

  return {
    /** Mails a new code, which replaces an earlier one. */
    send: async (principal: Principal, along: Along<Verification> = nothingAlong): Promise<Verification> => {
      const { id, email, account_id: account, verified_at: verifiedAt } = await getPerson(db, principal);
      if (verifiedAt !== null) throw alreadyVerified();
      if (!mail.isOn) throw off();
      const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0');
      const expiresAt = now() + lifetime;
      const verification = { email, expiresAt: new Date(expiresAt).toISOString() };
      const message = { to: email, subject: 'Your Parley code', text: textOf(code) };
      await db.write({
        // First: the limits lock, so that of concurrent requests only one replaces the code.
        mail: await mail.post({ ...message, kind: 'code', workspace: systemWorkspace, account, until: expiresAt }),
        code: store.put(db, { id, email, digest: digestOf({ id, email }, code), tries: 0, expires_at: expiresAt }),
        along: along(verification),
      });
      return verification;
    },

    /** Verifies the address with the last mailed code; nothing happens if it already is. Throws `code_invalid`. */
    confirm: async (
      principal: Principal,
      { code }: VerificationCode,
      along: Along<undefined> = nothingAlong,
    ): Promise<void> => {
      const user = await getPerson(db, principal);
      if (user.verified_at !== null) return;
      const given = { id: user.id, email: user.email, now: now(), orElse: wrong };
      const digits = code.replace(/\D/g, '');
      if (digits.length !== codeLength) throw wrong();
      // Counted before it is compared, and for good: concurrent guesses count, too.
      await db.write({ counted: store.countTry(db, { ...given, max: maxTries }) });
      await db.write({
        code: store.use(db, { ...given, digest: digestOf(user, digits) }),
        verified: await verifyAddress(needs, user, { by: principal, orElse: wrong }),
        along: along(undefined),
      });
    },

    /** Deletes expired codes. */
    jobs: [expiry(db, 'address_codes')],
  };
}

const textOf = (code: string) =>
  [
    `Your code is ${code.slice(0, codeLength / 2)} ${code.slice(codeLength / 2)}.`,
    '',
    'Enter it in Parley within 15 minutes to verify this address.',
    'If you did not ask for it, ignore this email and do not share the code.',
    '',
  ].join('\n');
