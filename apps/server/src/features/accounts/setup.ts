import { placeOf } from '../../access/limits/place.ts';
import { newToken, tokenDigest } from '../../access/secrets.ts';
import { AppError } from '../../errors.ts';
import type { CallContext } from '../../http/endpoint.ts';
import type { Answer } from '../../http/envelope.ts';
import type { Database } from '../../storage/database.ts';
import type { Statement } from '../../storage/unit.ts';
import type { Setup, SetupDone } from './schema.ts';
import type { Accounts } from './service.ts';
import * as store from './store.ts';

/** The link works for thirty minutes; a restart prints a new one. */
const lifetime = 30 * 60 * 1000;

/** The instance's facts about its set-up. */
const tokenSetting = 'setup_token';
const doneSetting = 'setup_done';

/** What the set-up needs from elsewhere. */
export interface SetupNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly makeAccount: Accounts['makeAccount'];
  beginSession(
    user: { id: string; email: string; name: string },
    context: CallContext,
  ): { readonly statements: readonly Statement[]; readonly cookies: readonly string[] };
  forgetCallers(): void;
  /** Throws where an address has guessed too often. */
  readonly throttle: { check(subject: string): void; fail(subject: string): void };
}

export type SetupService = ReturnType<typeof createSetup>;

/** Once somebody exists, the set-up is like any path that isn't there. */
const gone = () => new AppError('route_not_found', 'There is nothing at this path.');

const wrongToken = () =>
  new AppError('setup_token_invalid', 'The set-up link is wrong, has been used or has ended.', {
    hint: 'Restart the server to have it print a new link.',
  });

/** The first run: a link with a one-time token, printed once, makes the first owner. */
export function createSetup({ db, now, makeAccount, beginSession, forgetCallers, throttle }: SetupNeeds) {
  const isOpen = async () => (await store.readSetting(db, doneSetting)) === undefined && !(await store.anyUser(db));

  /** Throws `route_not_found` once somebody exists. */
  const demandOpen = async (): Promise<void> => {
    if (!(await isOpen())) throw gone();
  };

  return {
    isOpen,

    /** Makes a new token, in place of an older one. Only its digest is kept. */
    issueToken: async (): Promise<string> => {
      const token = newToken();
      await db.write([store.writeSetting(db, tokenSetting, `${tokenDigest(token)} ${now() + lifetime}`)]);
      return token;
    },

    demandOpen,

    complete: async (context: CallContext, draft: Setup): Promise<Answer<SetupDone>> => {
      // Again: the body may have come slowly.
      await demandOpen();
      throttle.check(`setup ${placeOf(context.address)}`);
      const [digest, until] = ((await store.readSetting(db, tokenSetting)) ?? '').split(' ');
      if (digest !== tokenDigest(draft.token) || Number(until) <= now()) {
        throttle.fail(`setup ${placeOf(context.address)}`);
        throw wrongToken();
      }
      const { email, password, name = '', workspaceName = 'My workspace' } = draft;
      const { user, workspace, statements } = await makeAccount(
        { email, password, name },
        { plan: 'free', workspaceName },
      );
      const session = beginSession(user, context);
      await db.write([
        // One row can be written once only, so of several who claim at the same moment one becomes the owner.
        store.claimSetting(db, { name: doneSetting, value: user.id }, gone),
        ...statements,
        ...session.statements,
      ]);
      forgetCallers();
      return {
        data: { user: { _id: user.id, email: user.email, name: user.name }, workspace },
        cookies: session.cookies,
      };
    },
  };
}
