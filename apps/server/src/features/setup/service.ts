import { addressPrefix } from '../../access/limits/address-prefix.ts';
import { newToken, tokenDigest } from '../../access/secrets.ts';
import {
  type Client,
  type EnteringUser,
  type NewSession,
  originOf,
  type SessionToken,
  type SignInMethod,
  type SignInUser,
} from '../../access/sign-in.ts';
import { AppError } from '../../errors.ts';
import type { Newcomer } from '../../events/happening.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import type { Setup, SetupDone } from './schema.ts';
import * as store from './store.ts';

/** Lifetime of the link in milliseconds: 30 minutes. A restart prints a new one. */
const lifetime = 30 * 60 * 1000;

/** The names of the settings in which the set-up is stored. */
const tokenSetting = 'setup_token';
const doneSetting = 'setup_done';

/** Dependencies of the set-up. */
export interface SetupNeeds {
  readonly db: Database;
  readonly now: () => number;
  anyUser(): Promise<boolean>;
  /** Returns a new account with its owner and first workspace, and the statements that insert them. */
  makeAccount(
    owner: { readonly email: string; readonly password: string; readonly name: string },
    options: { readonly plan: 'free'; readonly workspaceName: string },
  ): Promise<{
    readonly user: SignInUser;
    readonly account: { readonly id: string };
    readonly workspace: SetupDone['workspace'];
    readonly statements: readonly Statement[];
    /** Returns the events of the new account, by its first person. */
    eventsBy(newcomer: Newcomer): readonly Statement[];
  }>;
  beginSession(user: EnteringUser, client: Client, methods: readonly SignInMethod[]): NewSession;
  forgetCallers(): void;
  /** `check` throws if an address has guessed too often. */
  readonly throttle: { check(subject: string): void; fail(subject: string): void };
}

/** The first owner, and the session in which they are signed in. */
export interface CompletedSetup {
  readonly done: SetupDone;
  readonly session: SessionToken;
}

export type SetupService = ReturnType<typeof createSetup>;

/** Once a person exists, the set-up responds like an unknown path. */
const gone = () => new AppError('route_not_found', 'There is no route at this path.');

const wrongToken = () =>
  new AppError('setup_token_invalid', 'The set-up link is wrong, has been used or has expired.', {
    hint: 'Restart the server to print a new link.',
  });

/** The first run: a printed link with a one-time token lets a person create the first owner. */
export function createSetup({ db, now, anyUser, makeAccount, beginSession, forgetCallers, throttle }: SetupNeeds) {
  const isOpen = async () => (await store.readSetting(db, doneSetting)) === undefined && !(await anyUser());

  /** Throws `route_not_found` once a person exists. */
  const demandOpen = async (): Promise<void> => {
    if (!(await isOpen())) throw gone();
  };

  return {
    isOpen,

    /** Returns the statement that ends the first run for another way to begin; throws `orElse` if it has ended. */
    claim: (user: string, orElse: () => Error) => store.claimSetting(db, { name: doneSetting, value: user }, orElse),

    /** Creates a token, which replaces an earlier one. Only its digest is stored. */
    issueToken: async (): Promise<string> => {
      const token = newToken();
      await db.write({ token: store.writeSetting(db, tokenSetting, `${tokenDigest(token)} ${now() + lifetime}`) });
      return token;
    },

    demandOpen,

    /** Creates the first owner and a session. Throws `route_not_found`, or `setup_token_invalid`. */
    complete: async (client: Client, draft: Setup): Promise<CompletedSetup> => {
      // Checked before the body was read, but a body can take a while to arrive.
      await demandOpen();
      throttle.check(`setup ${addressPrefix(client.address)}`);
      const [digest, until] = ((await store.readSetting(db, tokenSetting)) ?? '').split(' ');
      if (digest !== tokenDigest(draft.token) || Number(until) <= now()) {
        throttle.fail(`setup ${addressPrefix(client.address)}`);
        throw wrongToken();
      }
      const { email, password, name = '', workspaceName = 'My workspace' } = draft;
      const { user, account, workspace, statements, eventsBy } = await makeAccount(
        { email, password, name },
        { plan: 'free', workspaceName },
      );
      const begun = beginSession({ ...user, account: account.id }, client, ['setup']);
      const newcomer: Newcomer = { kind: 'session', user: { id: user.id }, account, origin: originOf(client) };
      await db.write({
        // The setting can be written only once, so one of several concurrent claims succeeds.
        claim: store.claimSetting(db, { name: doneSetting, value: user.id }, gone),
        account: statements,
        events: eventsBy(newcomer),
        session: begun.statements,
      });
      forgetCallers();
      return {
        done: { user: { _id: user.id, email: user.email, name: user.name }, workspace },
        session: begun.session,
      };
    },
  };
}
