import { createHmac } from 'node:crypto';
import { isSame } from '../../access/equal-secrets.ts';
import { idOf, isSigned, mayBeSigned, type SignedRequest } from '../../access/standard-webhooks.ts';

type Headers = SignedRequest['headers'];

/** The signature of GitHub, and of services that sign like it: HMAC-SHA-256 of the body, in hex. */
const gitHubHeader = 'x-hub-signature-256';

const header = (headers: Headers, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

const isOfGitHub = (headers: Headers): boolean => /^sha256=[0-9a-f]{64}$/.test(header(headers, gitHubHeader));

/** True if a request has the headers of a signature, and is recent enough if it has a time. */
export const mayBeHook = (headers: Headers, now: number): boolean => isOfGitHub(headers) || mayBeSigned(headers, now);

/** True if a request is signed with one of the secrets, as GitHub does or as Standard Webhooks describes. */
export function isSignedHook({ headers, bytes }: SignedRequest, secrets: readonly string[], now: number): boolean {
  if (!isOfGitHub(headers)) return mayBeSigned(headers, now) && isSigned({ headers, bytes }, { secrets });
  const given = header(headers, gitHubHeader).slice('sha256='.length);
  // Every secret is tried, so that the time doesn't tell which one is right.
  const matches = secrets.map((secret) => isSame(given, createHmac('sha256', secret).update(bytes).digest('hex')));
  return matches.includes(true);
}

/** ID of a request, which a repeat of it has, too; null if it has none. GitHub's isn't signed, but harmless. */
export const eventOf = (headers: Headers): string | null =>
  (isOfGitHub(headers) ? header(headers, 'x-github-delivery') : idOf(headers)).slice(0, 255) || null;

/** True if a request tells of a change: any but those of GitHub about something else than a push. */
export const isChange = (headers: Headers): boolean => ['', 'push'].includes(header(headers, 'x-github-event'));
