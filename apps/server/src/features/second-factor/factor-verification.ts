import type { FactorProved, PasskeyClient } from '../../access/sign-in.ts';
import { AppError } from '../../errors.ts';
import type { PasskeyAssertion } from '../../schemas/passkeys.ts';
import type { Database } from '../../storage/database.ts';
import type { Sealing } from '../../storage/secrets/sealed.ts';
import type { PasskeyRow } from '../../storage/tables.ts';
import { readCode } from './codes.ts';
import { type Site, siteOf } from './site.ts';
import * as store from './store.ts';
import { stepOf } from './totp.ts';
import { readAssertion } from './webauthn.ts';

/** Dependencies of proving a second factor. */
export interface FactorVerificationNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly secrets: Sealing;
  /** A digest under the pepper. */
  factorDigest(text: string): string;
  /** The address of the dashboard, without a slash at the end. */
  readonly publicUrl: string;
  /** Called if a passkey says that it was used less often than before: it may have been copied. */
  onCopied(about: { readonly passkey: string; readonly user: string }): void;
}

/** A second factor as events name it. */
export interface Factor {
  readonly method: 'totp' | 'passkey';
  /** The ID of the passkey. */
  readonly passkey?: string;
}

export type FactorVerification = ReturnType<typeof createFactorVerification>;

/** The error for a code or a passkey that is wrong, or was used before. */
export const wrongFactor = () =>
  new AppError('second_factor_invalid', 'The code or passkey is wrong, or was used before.');

/** The place for which the secret of an authenticator app is sealed. */
export const placeOfSecret = (user: string) => ['totp_factors.secret', user] as const;

/** The bytes by which an authenticator knows a person, in base64url. */
export const handleOf = (user: string): string => Buffer.from(user).toString('base64url');

/** An answer of a passkey. */
interface Answered {
  readonly client: PasskeyClient;
  readonly response: PasskeyAssertion;
  readonly challenge: string;
  /** The person who must own the passkey; undefined for a passkey of any person, which must have verified its user. */
  readonly user: string | undefined;
}

/** Judges codes and passkeys. The statements use up an accepted one. */
export function createFactorVerification({
  db,
  now,
  secrets,
  factorDigest,
  publicUrl,
  onCopied,
}: FactorVerificationNeeds) {
  /** Bound to the person, and under the pepper: a digest alone can't be guessed from. */
  const digestOf = (user: string, code: string) => factorDigest(`recovery ${user} ${code}`);

  const totp = async (user: string, code: string): Promise<FactorProved | undefined> => {
    const row = await store.findTotp(db, user);
    if (row === undefined || row.secret === null) return undefined;
    const step = stepOf(secrets.open(row.secret, placeOfSecret(user)), code, now());
    if (step === undefined || step <= Number(row.last_step)) return undefined;
    const used = store.useStep(db, user, { secret: row.secret, step, orElse: wrongFactor });
    return { user, methods: ['totp'], statements: [used] };
  };

  const recovery = async (user: string, code: string): Promise<FactorProved | undefined> => {
    const id = digestOf(user, code);
    if (!(await store.hasCode(db, user, id))) return undefined;
    return { user, methods: ['recovery_code'], statements: [store.useCode(db, user, { id, orElse: wrongFactor })] };
  };

  return {
    digestOf,

    /** Judges a typed code of a person; undefined if it is wrong. */
    code: async (user: string, typed: string): Promise<FactorProved | undefined> => {
      const read = readCode(typed);
      if (read === undefined) return undefined;
      return read.kind === 'totp' ? totp(user, read.code) : recovery(user, read.code);
    },

    /** Judges the answer of a passkey; undefined if it is wrong. */
    passkey: async ({ client, response, challenge, user }: Answered): Promise<FactorProved | undefined> => {
      const site = siteOf(publicUrl, client);
      const passkey = await store.findPasskey(db, response.id);
      if (passkey === undefined || !mayAnswer(passkey, { site, response, user })) return undefined;
      const use = await readAssertion({ response, challenge, site, passkey, alone: user === undefined });
      if (use === undefined) return undefined;
      const known = Number(passkey.counter);
      if ((use.counter > 0 || known > 0) && use.counter <= known) {
        onCopied({ passkey: passkey.id, user: passkey.user_id });
        return undefined;
      }
      const noted = { counter: use.counter, backed_up: use.backedUp ? 1 : 0, last_used_at: now() };
      const used = store.usePasskey(db, { id: passkey.id, counter: known }, { ...noted, orElse: wrongFactor });
      return { user: passkey.user_id, methods: ['passkey'], statements: [used] };
    },
  };
}

/**
 * True if a passkey may answer: at this site, for this person. A person who isn't identified otherwise must be
 * identified by the handle (WebAuthn, level 3, section 7.2, step 6).
 */
function mayAnswer(
  passkey: PasskeyRow,
  { site, response, user }: Pick<Answered, 'response' | 'user'> & { readonly site: Site },
): boolean {
  const owner = handleOf(passkey.user_id);
  const handle = response.response.userHandle ?? undefined;
  if (passkey.rp_id !== site.host || (handle !== undefined && handle !== owner)) return false;
  return user === undefined ? handle === owner : user === passkey.user_id;
}
