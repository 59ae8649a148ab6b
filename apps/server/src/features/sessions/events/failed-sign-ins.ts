import { type Origin, systemIn } from '../../../access/actor.ts';
import { addressPrefix } from '../../../access/limits/address-prefix.ts';
import type { RateLimiter } from '../../../access/limits/rate-limit.ts';
import type { RecordEvent } from '../../../events/happening.ts';
import type { Database } from '../../../storage/database.ts';

/** Max events of a person and a place in a minute: guesses must not fill the log. */
const perMinute = 1;

/** The reason why a sign-in failed. */
export type FailureReason = 'password' | 'second_factor' | 'suspended';

/** Dependencies of the events of failed sign-ins. */
interface Needs {
  readonly db: Database;
  readonly now: () => number;
  readonly record: RecordEvent;
  /** Processes that share Redis count together. */
  readonly limiter: Pick<RateLimiter, 'take'>;
  findUser(by: { readonly id: string }): Promise<{ readonly account: string } | undefined>;
  onError(error: unknown): void;
}

/** Writes events of failed sign-ins of people who exist. */
export interface FailedSignIns {
  /** Notes a failure; the first of a person and a place in a minute is written, in the background. */
  note(user: string, origin: Origin | undefined, reason: FailureReason): void;
  /** Resolves once every noted failure is written. */
  close(): Promise<void>;
}

/** Creates the events of failed sign-ins. An answer doesn't wait for its event: its time would show who exists. */
export function createFailedSignIns({ db, now, record, limiter, findUser, onError }: Needs): FailedSignIns {
  const writing = new Set<Promise<void>>();

  const write = async (user: string, origin: Origin | undefined, reason: FailureReason) => {
    const place = origin === undefined ? '' : addressPrefix(origin.address);
    const { allowed } = await limiter.take(`failed sign-in ${user} ${place}`, perMinute, now());
    if (!allowed) return;
    const found = await findUser({ id: user });
    if (found === undefined) return;
    // The caller hasn't proved to be the person, so the service itself reports it.
    const actor = { ...systemIn(), ...(origin && { origin }) };
    await db.write({
      event: record(actor, { type: 'session.failed', account: found.account, data: { user, reason } }),
    });
  };

  return {
    note: (user, origin, reason) => {
      const written = write(user, origin, reason)
        .catch(onError)
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    close: async () => {
      await Promise.all(writing);
    },
  };
}
