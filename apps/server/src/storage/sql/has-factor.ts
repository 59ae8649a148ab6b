import { type RawBuilder, sql } from 'kysely';

/** True if a person has a second factor: an authenticator app that a code has confirmed, or a passkey. */
export const hasFactor = (user: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(exists (select 1 from totp_factors where totp_factors.user_id = ${user} and totp_factors.secret is not null)
    or exists (select 1 from passkeys where passkeys.user_id = ${user}))`;
