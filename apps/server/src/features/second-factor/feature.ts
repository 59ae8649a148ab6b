import { operator, type SystemActor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { bumpAuthority } from '../../storage/authority.ts';
import { expiry } from '../../storage/expired.ts';
import type { Statement } from '../../storage/unit.ts';
import { type ChallengeNeeds, createChallenges } from './challenges.ts';
import { createFactorVerification, type FactorVerificationNeeds } from './factor-verification.ts';
import { challengeEndpoints, secondFactorEndpoints } from './routes.ts';
import { createSecondFactors, type SecondFactorNeeds } from './service.ts';
import { createSigningIn, type SigningInNeeds } from './signing-in.ts';
import * as store from './store.ts';

type Own = 'challenges' | 'proving';

/** Dependencies of the part of a sign-in that is about second factors. */
type FactorNeeds = ChallengeNeeds & FactorVerificationNeeds & Omit<SigningInNeeds, Own>;

/** Dependencies of the command that removes second factors. */
interface ResetNeeds {
  findUser(by: { readonly email: string } | { readonly id: string }): ReturnType<SecondFactorNeeds['findUser']>;
  /** Returns the statements that end every session of a person, and every sign-in that is under way. */
  endSessions(
    user: { readonly id: string; readonly account: string },
    end: { readonly by: SystemActor; readonly reason: 'second_factor' },
  ): readonly Statement[];
}

type Needs = Omit<SecondFactorNeeds, Own> & ResetNeeds & { readonly factors: Factors };

const noUser = () => new AppError('member_not_found', 'No person has this email.');

type Factors = ReturnType<typeof signInFactors>;

/** The part of a sign-in that is about second factors. Sessions need it, and the feature needs those. */
export function signInFactors(needs: FactorNeeds) {
  const { db } = needs;
  const challenges = createChallenges(needs);
  const proving = createFactorVerification(needs);
  return {
    ...{ challenges, proving, signingIn: createSigningIn({ ...needs, challenges, proving }) },
    /** Returns the statements that end every sign-in of a person that is under way. */
    endChallenges: (user: string): Statement => challenges.endAll(user),
    /** Returns the statements that remove every second factor of a person. */
    removeAllOf: (user: string): Statement[] => store.removeAllOf(db, user),
    /** Returns the statements that throw `orElse` unless a person has a second factor. */
    demandAny: (user: string, orElse: () => Error): Statement[] => store.demandAny(db, user, orElse),
  };
}

/** Second factors of people: authenticator apps, passkeys and recovery codes. See decision 0064. */
export function secondFactorFeature({ factors, ...needs }: Needs) {
  const { db } = needs;
  return {
    endpoints: [
      ...challengeEndpoints(factors.signingIn),
      ...secondFactorEndpoints(createSecondFactors({ ...needs, ...factors })),
    ],
    /** Removes every second factor of a person and ends their sessions. For the operator's command line. */
    reset: async (email: string): Promise<void> => {
      const user = await needs.findUser({ email });
      if (user === undefined) throw noUser();
      const { id, account_id: account } = user;
      await db.write({
        held: store.hold(db, id),
        event: needs.record(operator, { type: 'second_factor.disabled', account, data: { user: id, method: 'all' } }),
        factors: store.removeAllOf(db, id),
        sessions: needs.endSessions({ id, account }, { by: operator, reason: 'second_factor' }),
        events: await needs.tell(user, operator),
        authority: bumpAuthority(db),
      });
      needs.forgetCallers();
    },
    jobs: [expiry(db, 'factor_challenges')],
  };
}
