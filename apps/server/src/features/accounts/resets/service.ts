import { Type } from 'typebox';
import { operator } from '../../../access/actor.ts';
import { networkPrefix } from '../../../access/limits/address-prefix.ts';
import { createFailureLimiter, tooManyFailures } from '../../../access/limits/rate-limit.ts';
import { newToken, tokenDigest } from '../../../access/secrets.ts';
import {
  type Client,
  type EnteringUser,
  type NewSession,
  originOf,
  type SecondStep,
  type SessionToken,
  type SignInMethod,
  type SignInUser,
} from '../../../access/sign-in.ts';
import { AppError } from '../../../errors.ts';
import type { Newcomer } from '../../../events/happening.ts';
import type { Mail } from '../../../mail/mail.ts';
import { bumpAuthority } from '../../../storage/authority.ts';
import { expiry } from '../../../storage/expired.ts';
import { job, systemWorkspace } from '../../../storage/jobs/kind.ts';
import type { Enqueue } from '../../../storage/jobs/queue.ts';
import type { Sealing } from '../../../storage/secrets/sealed.ts';
import type { Statement } from '../../../storage/unit.ts';
import { findUser, setPassword, unverify } from '../store.ts';
import {
  type EndSessions,
  type UserChangeNeeds,
  updateEvents,
  verifiedChange,
  verifyAddress,
} from '../user-changes.ts';
import { resetMail } from './message.ts';
import type { ResetConfirmation, ResetDone, ResetLink, ResetRequest, ResetWays } from './schema.ts';
import * as store from './store.ts';

/** Lifetime of a link in milliseconds: one hour. The limits of mail (`mail/limits.ts`) count on it. */
const lifetime = 60 * 60_000;

/**
 * Max invalid links per place and minute. Tokens can't be guessed, so this only bounds the load. A place may be an
 * office where one person has an old link.
 */
const maxDeadLinks = 300;

/** Looks for the person and mails the link, so that a request takes the same way for every address. */
const prepare = {
  name: 'accounts.mail-reset',
  payload: Type.Object({ sealedEmail: Type.String(), until: Type.Integer() }),
  timeoutMs: 30_000,
} as const;

/** Dependencies of resets. */
export interface ResetNeeds extends UserChangeNeeds {
  /** The address of the dashboard, without a slash at the end. */
  readonly publicUrl: string;
  readonly mail: Pick<Mail, 'isOn' | 'count' | 'deliver'>;
  readonly enqueue: Enqueue;
  readonly secrets: Sealing;
  /** Throws `validation_failed` if a password breaks the rules for new ones. */
  checkPassword(password: string): void;
  hashPassword(password: string): Promise<string>;
  readonly endSessions: EndSessions;
  beginSession(user: EnteringUser, client: Client, methods: readonly SignInMethod[]): NewSession;
  /** Returns the step that is left after the link: nothing, or a second factor. */
  secondStep(user: string, method: SignInMethod): Promise<SecondStep>;
  /** Returns the statements that throw `orElse` unless one person may reset the password of another. */
  demandOver(who: { readonly actor: string; readonly user: string }, orElse: () => Error): readonly Statement[];
  forgetCallers(): void;
}

/** A new link for a person, and the statements that store it. */
export interface NewReset {
  readonly link: ResetLink;
  readonly statements: readonly Statement[];
}

/** The person whose password was reset, and the session in which they are signed in. */
export interface CompletedReset {
  readonly done: ResetDone;
  readonly session: SessionToken;
}

export type Resets = ReturnType<typeof createResets>;

const off = () =>
  new AppError('mail_not_configured', 'This server sends no mail.', {
    hint: 'Ask an admin of your workspace for a link, or the operator of the server (parley user reset-password).',
  });
/** Alike for a link that is unknown, used, replaced or expired. */
const invalidToken = () =>
  new AppError('reset_token_invalid', 'The link is wrong, has been used or replaced, or has expired.', {
    hint: 'Ask for a new link.',
  });
const noActiveUser = () => new AppError('member_not_found', 'No active person has this email.');

/** Links that set a new password: mailed to the person, or shown to the operator or an admin. */
export function createResets(needs: ResetNeeds) {
  const { db, now, mail, secrets } = needs;
  const failures = createFailureLimiter({ max: maxDeadLinks });

  /** Returns a new link, and the statements that store it. */
  const make = (
    { id, email }: Pick<SignInUser, 'id' | 'email'>,
    how: { mailed: boolean; by?: string; until: number },
  ) => {
    const token = newToken();
    const row = { id: tokenDigest(token), user_id: id, email, mailed: how.mailed ? 1 : 0 };
    return {
      url: `${needs.publicUrl}/reset-password#token=${token}`,
      statements: store.put(db, { ...row, issued_by: how.by ?? null, expires_at: how.until }),
    };
  };

  /** The same with its mail. */
  const mailed = (user: Pick<SignInUser, 'id' | 'email'>, until: number): Statement[] => {
    const { url, statements } = make(user, { mailed: true, until });
    return [...statements, mail.deliver({ ...resetMail({ to: user.email, url }), workspace: systemWorkspace, until })];
  };

  const limited = (email: string, address: string) =>
    mail.count('reset', { address: email, network: networkPrefix(address) });

  /**
   * Statements that a used link brings about: a mailed link verifies the address. A link that an admin has shown ends
   * the verification, because the admin may have chosen the password.
   */
  const judged = async (
    user: Parameters<typeof verifyAddress>[1] & { mailed: number; issued_by: string | null },
    by: Newcomer,
  ) => {
    if (user.mailed === 1) return verifyAddress(needs, user, { by, orElse: invalidToken });
    if (user.issued_by === null || user.verified_at === null) return [];
    return [
      unverify(db, user.id, now()),
      ...(await updateEvents(needs, user, { by, field: 'verified', changes: verifiedChange(false) })),
    ];
  };

  return {
    ways: (): ResetWays => ({ mail: mail.isOn }),

    /** Has a link mailed if a person has the address; does and answers the same if none has. */
    request: async ({ address }: Pick<Client, 'address'>, { email }: ResetRequest): Promise<void> => {
      if (!mail.isOn) throw off();
      const to = email.toLowerCase();
      const until = now() + lifetime;
      const payload = (id: string) => ({ sealedEmail: secrets.seal(to, ['jobs.payload', id]), until });
      await db.write({
        counted: await limited(to, address),
        job: needs.enqueue(systemWorkspace, { kind: prepare, payload }),
      });
    },

    /**
     * Sets the password, ends all sessions and begins a new one. Throws `reset_token_invalid`; or, for a person with a
     * second factor, `second_factor_required` after the password was set: the link isn't more than a password.
     */
    confirm: async (client: Client, { token, password }: ResetConfirmation): Promise<CompletedReset> => {
      // Checked for every token: only its holder learns whether it works.
      needs.checkPassword(password);
      const wait = failures.wait(client.address, now());
      if (wait !== undefined) throw tooManyFailures(wait);
      const use = { digest: tokenDigest(token), now: now(), orElse: invalidToken };
      const user = await store.find(db, use);
      if (user === undefined) {
        failures.fail(client.address, now());
        throw invalidToken();
      }
      const { id, email, name, account_id: account } = user;
      const digest = await needs.hashPassword(password);
      const step = await needs.secondStep(id, 'password_reset');
      const begun = needs.beginSession({ id, email, name, account }, client, ['password_reset']);
      const by: Newcomer = { kind: 'session', user: { id }, account: { id: account }, origin: originOf(client) };
      await db.write({
        valid: store.demand(db, id, { ...use, now: now() }),
        // An admin's link ends with the right to create it.
        allowed:
          user.issued_by === null ? undefined : needs.demandOver({ actor: user.issued_by, user: id }, invalidToken),
        password: setPassword(db, id, { digest, now: now() }),
        used: store.removeAllOf(db, id),
        verified: await judged(user, by),
        ended: needs.endSessions({ id, account }, { by, reason: 'password_changed' }),
        step: step.statements,
        session: step.error === undefined ? begun.statements : undefined,
        events: await updateEvents(needs, user, { by, field: 'password' }),
        authority: bumpAuthority(db),
      });
      needs.forgetCallers();
      if (step.error !== undefined) throw step.error;
      return { done: { user: { _id: id, email, name } }, session: begun.session };
    },

    /** Creates a link for a member on behalf of an admin. With mail it goes to the member alone. */
    forMember: async (
      user: Pick<SignInUser, 'id' | 'email'>,
      { by, address }: { readonly by: string; readonly address: string },
    ): Promise<NewReset> => {
      const until = now() + lifetime;
      const expiresAt = new Date(until).toISOString();
      if (mail.isOn) {
        const statements = [...(await limited(user.email, address)), ...mailed(user, until)];
        return { link: { email: user.email, url: null, expiresAt }, statements };
      }
      const { url, statements } = make(user, { mailed: false, by, until });
      return { link: { email: user.email, url, expiresAt }, statements };
    },

    /** Creates a link for the operator's command line. Throws `member_not_found`. */
    forOperator: async (address: string): Promise<ResetLink & { readonly url: string }> => {
      const user = await findUser(db, { email: address });
      if (user?.status !== 'active') throw noActiveUser();
      const until = now() + lifetime;
      const { url, statements } = make(user, { mailed: false, until });
      const { id, email, account_id: account } = user;
      const event = needs.record(operator, { type: 'password_reset.created', account, data: { user: id } });
      await db.write({ reset: statements, event });
      return { email, url, expiresAt: new Date(until).toISOString() };
    },

    /** Mails requested links; deletes expired ones. */
    jobs: [
      job(prepare, async ({ id, payload: { sealedEmail, until }, now: current }) => {
        if (!mail.isOn || current() >= until) return;
        const user = await findUser(db, { email: secrets.open(sealedEmail, ['jobs.payload', id]) });
        if (user?.status !== 'active') return;
        return { effect: mailed(user, until) };
      }),
      expiry(db, 'password_resets'),
    ],
  };
}
