import { validateHeaderName, validateHeaderValue } from 'node:http';
import { version } from '../../version.ts';
import { OutboundError } from '../error.ts';

/** Headers by their names in lower case. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** Headers that describe the connection or this program; a caller can't set them. */
const managed = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'http2-settings', 'keep-alive'],
  ...['proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'user-agent'],
]);

/** Headers that always are credentials. */
const credentials = ['authorization', 'cookie'];

/** Headers about a body, which go with it (Fetch standard, "request-body-header name"). */
const ofBody = ['content-encoding', 'content-language', 'content-location', 'content-type'];

/** Returns the headers of a request. Throws `header` for one that is malformed or managed; never shows its value. */
export function readHeaders(given: HeaderRecord, agent = `Parley/${version}`): HeaderRecord {
  if (!isValid('user-agent', agent)) throw new OutboundError('header', 'The header user-agent is not valid.');
  const headers: Record<string, string> = {
    'user-agent': agent,
    'accept-encoding': 'gzip, br, deflate',
  };
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (!isValid(name, value)) {
      throw new OutboundError('header', `The header ${JSON.stringify(name.slice(0, 100))} is not valid.`);
    }
    if (managed.has(lower)) throw new OutboundError('header', `The header ${lower} can't be set.`);
    headers[lower] = value;
  }
  return headers;
}

function isValid(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Returns the headers without those of a body. */
export const withoutBody = (headers: HeaderRecord): HeaderRecord => without(headers, ofBody);

/** Returns the headers without credentials, and without those that the caller calls secret. */
export const withoutSecrets = (headers: HeaderRecord, secret: readonly string[]): HeaderRecord =>
  without(headers, [...credentials, ...secret.map((name) => name.toLowerCase())]);

const without = (headers: HeaderRecord, names: readonly string[]): HeaderRecord =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
