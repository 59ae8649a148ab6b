import { AppError } from '../../errors.ts';
import { parseUrl } from '../../parse-url.ts';
import { serverFailure } from './driver.ts';
import { messageOf } from './failures.ts';

/**
 * Returns the error for a database that could not be opened: one sentence for the operator, with its address, never its
 * password.
 */
export function openError(url: string, error: unknown): Error {
  const address = addressOf(url);
  return new Error(`The database ${address} could not be opened: ${reason(error)}.`, { cause: error });
}

/** Returns the address in a URL that is safe to show: host, port and database. */
export function addressOf(url: string): string {
  const parsed = parseUrl(url);
  if (parsed === undefined) return 'of DATABASE_URL';
  const { host, pathname, searchParams } = parsed;
  return `${host || (searchParams.get('host') ?? 'localhost')}${pathname}`;
}

/** The reasons by SQLSTATE. */
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'the user name or the password in DATABASE_URL is wrong',
  '28000': 'the server does not allow this user to connect from here (see its pg_hba.conf)',
  '3D000': 'the server has no database of this name',
  '42501': 'the user has no permission to use it',
  '53300': 'the server has too many connections',
  '57P03': 'the server is starting up or shutting down; try again shortly',
};

/** The reasons by the code of a network error. */
const network: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOENT: 'the socket does not exist',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be resolved',
  ETIMEDOUT: 'the connection timed out',
};

function reason(error: unknown): string {
  if (error instanceof AppError) return reason(error.cause);
  const failure = serverFailure(error);
  if (failure !== undefined) return refusals[failure.code] ?? failure.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return network[code] ?? messageOf(error).replace(/\.$/, '');
}
