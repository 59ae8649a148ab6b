import { AppError } from '../../errors.ts';
import type { Statement } from '../../storage/unit.ts';
import { createPasswords } from './passwords.ts';
import { sessionEndpoints } from './routes.ts';
import { createSessions, type SessionNeeds } from './service.ts';
import * as store from './store.ts';
import { createThrottle } from './throttle.ts';

/** Sessions of the dashboard, passwords, and what slows guessing down. */
export function sessionsFeature(needs: Omit<SessionNeeds, 'passwords' | 'throttle'>) {
  const passwords = createPasswords(
    () => new AppError('unavailable', 'Too many people are signing in.', { retryAfter: 2 }),
  );
  const throttle = createThrottle(needs.now);
  const sessions = createSessions({ ...needs, passwords, throttle });
  const { begin, enter, recognise, note, sweep, close } = sessions;
  return {
    endpoints: sessionEndpoints(sessions),
    begin,
    enter,
    recognise,
    note,
    /** Slows down guesses at other secrets than passwords, too. */
    throttle,
    hashPassword: passwords.hash,
    /** The statement that ends every session of a person; the caller changes the authority epoch. */
    endAll: (user: string): Statement => store.removeAll(needs.db, user),
    sweep,
    close,
  };
}
