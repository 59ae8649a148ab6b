import { type SourceErrorCode, SourceFailure } from '../extract/document.ts';
import { OutboundError, type OutboundErrorKind } from '../outbound/error.ts';

/** Remedy for a failure; `retry` is true if the same request may succeed later. */
interface Advice {
  readonly hint: string;
  readonly retry?: boolean;
}

/** Creates the failure of a page or a site. */
export const failure = (code: SourceErrorCode, message: string, { hint, retry = false }: Advice): SourceFailure =>
  new SourceFailure(code, { message, hint, retry });

const later: Advice = { hint: 'Check that the site is up, then sync again.', retry: true };
const notAllowed: Advice = {
  hint: 'Use a public http or https address. An operator allows private hosts with PARLEY_ALLOW_PRIVATE_HOSTS.',
};

/** The code and the advice of each kind of failed request. */
const ofKind: Readonly<Record<Exclude<OutboundErrorKind, 'closed'>, readonly [SourceErrorCode, Advice]>> = {
  url: ['address_not_allowed', notAllowed],
  scheme: ['address_not_allowed', notAllowed],
  port: ['address_not_allowed', { hint: 'Use port 80, 443, 8080 or 8443, or ask the operator to allow the port.' }],
  address: ['address_not_allowed', notAllowed],
  header: ['internal_error', { hint: 'Sync again. If it fails again, tell the operator.', retry: true }],
  dns: ['unreachable', later],
  unreachable: ['unreachable', later],
  tls: ['unreachable', { hint: 'Renew or complete the certificate of the site, then sync again.', retry: true }],
  redirect: ['http_error', { hint: 'Use the address where the redirect leads.' }],
  too_large: ['too_large', { hint: 'Split the page, or upload its text as a file.' }],
  timeout: ['unreachable', later],
  broken: ['unreachable', later],
  busy: ['unreachable', { hint: 'The server has much to fetch. Sync again later.', retry: true }],
};

/** Converts an error of a request; whatever says that the work is over (an abort, a shutdown) is returned as it is. */
export function toFailure(error: unknown): unknown {
  if (!(error instanceof OutboundError) || error.kind === 'closed') return error;
  const [code, advice] = ofKind[error.kind];
  return failure(code, error.message, advice);
}

/** The sentence and the advice of statuses with a meaning of their own; the sentence continues the host's name. */
const ofStatus: Readonly<Record<number, readonly [string, Advice]>> = {
  401: ['requires a sign-in', { hint: 'Make the page public, or upload its content as a file.' }],
  403: ['refuses this request', { hint: 'Allow the user agent ParleyBot on the site, or upload the content.' }],
  404: ['has no such page', { hint: 'Correct the address, or remove the source.' }],
  410: ['has removed the page for good', { hint: 'Correct the address, or remove the source.' }],
  429: ['receives too many requests', { hint: 'Sync again later, or ask the site to allow ParleyBot.', retry: true }],
};

/** Returns the failure for a response that carries no page. */
export function statusFailure(host: string, status: number): SourceFailure {
  const isServer = status >= 500;
  const [what, advice] = ofStatus[status] ?? [
    isServer ? 'has an error of its own' : 'did not send the page',
    isServer ? later : { hint: 'Open the address in a browser and correct it.' },
  ];
  return failure('http_error', `${host} ${what} (HTTP ${status}).`, advice);
}

/** A host asks to be left alone for longer than one request waits. */
export class HostBusy extends SourceFailure {
  /** In ms. */
  readonly wait: number;

  constructor({ message, hint }: Pick<SourceFailure, 'message' | 'hint'>, wait: number) {
    super('http_error', { message, hint, retry: true });
    this.wait = wait;
  }
}

/** True if a failure may pass by itself, so that an earlier content is worth keeping. */
export const isTemporary = (error: unknown): boolean => error instanceof SourceFailure && error.retry;
