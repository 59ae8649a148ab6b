import type { Principal, SessionActor } from '../../access/actor.ts';
import type {
  Client,
  EnteringUser,
  FactorProved,
  NewSession,
  PasskeyClient,
  SessionToken,
  SignInMethod,
} from '../../access/sign-in.ts';
import { invalid } from '../../errors.ts';
import type { SecondFactorProof } from '../../schemas/passkeys.ts';
import { bumpAuthority } from '../../storage/authority.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import { failures } from './failures.ts';
import type { PasskeyAnswer, Session, SessionConfirmation, SignedIn } from './schema.ts';
import type { createSecondFactorSignIn } from './second-factor.ts';
import * as store from './store.ts';

const { wrong, notFound } = failures;

/** A session that just began: the response to the sign-in, and the token. */
export interface BegunSession extends SessionToken {
  readonly data: SignedIn;
}

/** A person, for a sign-in: see `Credentials`. */
interface Person extends EnteringUser {
  readonly digest: string;
  readonly active: boolean;
}

/** Dependencies of sessions by a second factor. */
interface Needs {
  readonly db: Database;
  readonly now: () => number;
  findUser(by: { readonly id: string }): Promise<Person | undefined>;
  /** Returns the statements that throw `orElse` unless the person is active and still has this password digest. */
  demandPassword(user: Pick<Person, 'id' | 'digest'>, orElse: () => Error): readonly Statement[];
  forgetCallers(): void;
}

/** Functions that sessions share. */
interface Common {
  readonly factors: ReturnType<typeof createSecondFactorSignIn>;
  begin(user: EnteringUser, client: Client, methods: readonly SignInMethod[]): NewSession<BegunSession>;
  /** Checks the principal's own password. */
  confirm(principal: Principal, password: string): Promise<readonly Statement[]>;
  read(principal: Principal): Promise<Session>;
}

const demandedPassword = (password: string | undefined): string => {
  if (password === undefined) throw invalid([{ path: 'password', message: 'is required' }]);
  return password;
};

/** Sessions by a second factor: complete a sign-in, sign in with a passkey, confirm. */
export function createProvedSessions(needs: Needs, { factors, begin, confirm, read }: Common) {
  const { db, now } = needs;

  const beginProved = async (
    client: Client,
    { user: id, methods, statements }: FactorProved,
  ): Promise<BegunSession> => {
    const user = await needs.findUser({ id });
    if (user?.active !== true) throw wrong();
    const begun = begin(user, client, methods);
    // A change of the password needs no look: it ends the sign-ins that are under way.
    await db.write({ proved: statements, active: needs.demandPassword(user, wrong), session: begun.statements });
    return begun.session;
  };

  return {
    /** Completes a sign-in with the second factor. */
    signInBySecondFactor: async (client: PasskeyClient, proof: SecondFactorProof): Promise<BegunSession> =>
      beginProved(client, await factors.proved(client, proof)),

    /** Signs in with a passkey that has verified its user: two factors by itself. */
    signInByPasskey: async (client: PasskeyClient, answer: PasskeyAnswer): Promise<BegunSession> =>
      beginProved(client, await factors.provedAlone(client, answer)),

    /** Notes that the person of the session has proved again who they are. */
    confirmSession: async (
      actor: SessionActor,
      client: PasskeyClient,
      { password, ...proof }: SessionConfirmation,
    ): Promise<Session> => {
      const statements = await (actor.hasSecondFactor
        ? factors.provedAgain(actor, client, proof)
        : confirm(actor, demandedPassword(password)));
      await db.write({
        proved: statements,
        session: store.confirm(db, actor.user.id, { id: actor.id, now: now(), orElse: notFound }),
        authority: bumpAuthority(db),
      });
      needs.forgetCallers();
      return read(actor);
    },
  };
}
