import { AppError } from '../../errors.ts';
import { serverFailure } from './driver.ts';
import { messageOf } from './failures.ts';

/** Why a database could not be opened: one sentence, with the address and never the password, for the operator. */
export function openError(url: string, error: unknown): Error {
  const where = addressOf(url);
  return new Error(`The database ${where} could not be opened: ${reason(error)}.`, { cause: error });
}

/** The address in a URL as it may be shown: host, port and database. */
export function addressOf(url: string): string {
  if (!URL.canParse(url)) return 'of DATABASE_URL';
  const { host, pathname, searchParams } = new URL(url);
  return `${host || (searchParams.get('host') ?? 'localhost')}${pathname}`;
}

/** What went wrong, by SQLSTATE. */
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'the user name or the password in DATABASE_URL is wrong',
  '28000': 'the server does not let this user in from here (see its pg_hba.conf)',
  '3D000': 'the server has no database of this name',
  '42501': 'the user lacks the right to use it',
  '53300': 'the server has no connection left',
  '57P03': 'the server is starting up or shutting down; try again shortly',
};

/** The same for errors of the network, by their code. */
const network: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'the host can not be reached',
  ENETUNREACH: 'the network can not be reached',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'the host did not answer',
};

function reason(error: unknown): string {
  if (error instanceof AppError) return reason(error.cause);
  const failure = serverFailure(error);
  if (failure !== undefined) return refusals[failure.code] ?? failure.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return network[code] ?? messageOf(error).replace(/\.$/, '');
}
