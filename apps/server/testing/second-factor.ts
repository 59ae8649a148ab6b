import { APIError, type Parley, type SecondFactorDemand } from '@parley/sdk';
import { Secret, TOTP } from 'otpauth';
import { type Person, password, type Service, sessionClient } from './harness.ts';

/** One time step of an authenticator app, in ms. */
const step = 30_000;

/** An authenticator app. Moves the service's clock, because each code is accepted once. */
export const appOf = (service: Pick<Service, 'advance' | 'now'>, secret: string) => {
  const at = (time: number) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30, timestamp: time });
  const around = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => at(service.now() + (from + index) * step));
  const accepts = (code: string) => around(-1, 1).includes(code);
  return {
    /** The code of the next time step whose code is no other's that is near: an earlier one must not be right again. */
    next: (): string => {
      do service.advance(step);
      while (new Set(around(-4, 1)).size < 6);
      return at(service.now());
    },
    /** The code of some time steps ago. */
    ago: (steps: number): string => at(service.now() - steps * step),
    /** True if the service could accept a code for one of this app now. */
    accepts,
    /** Six digits that are no code of this app now. */
    wrong: (): string => ['000000', '000001', '000002', '000003'].find((code) => !accepts(code)) ?? '',
  };
};
export type App = ReturnType<typeof appOf>;

/** Returns the next code of an app that isn't also a code of another app by chance. */
export function foreignTo(app: App, other: App): string {
  let code = other.next();
  while (app.accepts(code)) code = other.next();
  return code;
}

/** Adds an authenticator app to a person who has no second factor yet; signs them in. */
export async function addApp(service: Service, person: Person) {
  const session = await person.session();
  const { secret, uri } = await session.secondFactor.startTotp();
  const app = appOf(service, secret);
  const { recoveryCodes } = await session.secondFactor.confirmTotp({ code: app.next() });
  if (recoveryCodes === null) throw new Error('It was not the first second factor.');
  return { session, app, secret, uri, recoveryCodes };
}

/** Runs a call that needs a second factor, and returns its demand. */
export async function demandOf(attempt: Promise<unknown>): Promise<SecondFactorDemand> {
  const error: unknown = await attempt.then(
    () => new Error('No second factor was demanded.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof APIError) || error.secondFactor === undefined) throw error;
  return error.secondFactor;
}

/** Signs in with the password, and returns the client and the remaining demand. */
export async function halfSignedIn(
  url: string,
  email: string,
): Promise<{ readonly client: Parley; readonly demand: SecondFactorDemand }> {
  const client = sessionClient(url);
  return { client, demand: await demandOf(client.sessions.create({ email, password })) };
}
