import { OutboundError } from '../../outbound/error.ts';
import { SendFailure } from '../messenger.ts';

/** Fields of an error of a mail library. */
export interface MailError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
  readonly response?: unknown;
  readonly authenticationFailed?: unknown;
  readonly serverResponseCode?: unknown;
  readonly mailboxMissing?: unknown;
}

/** Failures before a connection that last until the settings, or those of the operator, are changed. */
const lasting: readonly string[] = ['url', 'port', 'address'];

/** The codes of TLS that say that a server is not the one, or that its certificate is not trusted. */
const tlsCode =
  /^(?:ERR_TLS_[A-Z_]{1,60}|ERR_SSL_[A-Z_]{1,60}|[A-Z_]{0,40}CERT[A-Z_]{0,40}|ETLS|UNABLE_TO_[A-Z_]{1,60})$/;

/** A code of Node or of a library as far as it may be shown. */
export const codeIn = (value: unknown): string =>
  typeof value === 'string' && /^[A-Za-z_]{1,60}$/.test(value) ? value : 'unknown error';

/** Returns the failure of a connection that could not be opened; undefined for another error. */
export function unopened(error: unknown, server: string): SendFailure | undefined {
  if (!(error instanceof OutboundError)) return undefined;
  const isFinal = lasting.includes(error.kind);
  const hint =
    error.kind === 'port' ? ' Mail is sent to 465, 587 and 25 and read at 993; the operator may allow others.' : '';
  return new SendFailure(error.kind, `The ${server} server can’t be used: ${error.message}${hint}`, { isFinal });
}

/** Returns the failure of a TLS connection; undefined for another error. */
export function untrusted(error: unknown, server: string): SendFailure | undefined {
  const { code, originalCode } = error as MailError & { readonly originalCode?: unknown };
  const found = [originalCode, code].map(String).find((one) => tlsCode.test(one));
  return found === undefined
    ? undefined
    : new SendFailure('tls', `The ${server} server has no valid TLS connection (${found}).`);
}
