import { isEmail } from '../http/validation.ts';
import type { Environment } from './environment.ts';

/** The first owner of a new instance; undefined if the settings name none. Adds what is wrong to `problems`. */
export function readInit(
  given: Environment,
  problems: string[],
): { readonly email: string; readonly password: string } | undefined {
  const email = given['PARLEY_INIT_EMAIL'];
  const password = given['PARLEY_INIT_PASSWORD'];
  if (email === undefined && password === undefined) return undefined;
  if (email === undefined || password === undefined) {
    problems.push('PARLEY_INIT_EMAIL and PARLEY_INIT_PASSWORD: set both or neither');
    return undefined;
  }
  if (!isEmail(email)) problems.push('PARLEY_INIT_EMAIL: must be an email address');
  if (password.length < 12 || password.length > 1024) {
    problems.push('PARLEY_INIT_PASSWORD: must have 12 to 1024 characters');
  }
  return { email, password };
}
