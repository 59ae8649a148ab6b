import { Type } from 'typebox';
import type { ErrorDetail } from '../../../errors.ts';
import { parseUrl } from '../../../parse-url.ts';
import { channelKind } from './kind.ts';

const WebhookSettings = Type.Object(
  {
    url: Type.String({
      ...{ maxLength: 2_000, default: '', title: 'Address of your server' },
      description:
        'Where messages to the user are sent: an `https` URL, up to 2,000 characters. Empty: the channel only receives.',
      examples: ['https://example.com/parley'],
    }),
    apology: Type.String({
      ...{ maxLength: 500, default: 'Sorry, something went wrong. Please try again.', title: 'Apology' },
      description: 'What the user gets if a reply fails: up to 500 characters. Empty: nothing.',
      examples: ['Sorry, something went wrong. Please try again.'],
    }),
  },
  { additionalProperties: false },
);

/** The hosts for which `http` will do: the operator must allow them to be reached at all. */
const ownHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Finds an address to which no message may be sent. */
function problems({ url: text }: { readonly url: string }): readonly ErrorDetail[] {
  if (text === '') return [];
  const url = parseUrl(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && ownHosts.includes(url.hostname));
  const isPlain = url?.username === '' && url.password === '';
  if (isSafe && isPlain) return [];
  return [{ path: 'settings.url', message: 'must be an https URL without a user name or password' }];
}

/** Messages as signed requests, in both directions. */
export const webhook = channelKind({
  title: 'Webhook',
  description: 'Signed requests in both directions: connect any messenger by your own program.',
  settings: WebhookSettings,
  secret: 'signature',
  urls: ['inbound'],
  steps: [
    'Keep the signing secret in your program; it is shown once.',
    'Send each message of a user to {inbound}, signed as Standard Webhooks describes.',
    'Set the address of your server to get the replies, and check their signature with the same secret.',
  ],
  problems,
});
