import { isSame } from './is-same.ts';
import type { RequestHeaders } from './messenger.ts';

/** The header with which Telegram shows that an update is its own (Bot API, `setWebhook`). */
const header = 'x-telegram-bot-api-secret-token';

/** Letters, digits, `_` and `-`, up to 256 (Bot API, `secret_token`). */
const format = /^[A-Za-z0-9_-]{1,256}$/;

/** The token of a request; empty if it has none. */
export function tokenOf(headers: RequestHeaders): string {
  const given = headers[header];
  return typeof given === 'string' && format.test(given) ? given : '';
}

/**
 * What a webhook is registered with: the secret, and the bot's username. Each update brings it back, so that mentions of
 * the bot are recognised by what the request says, with nothing stored.
 */
export const secretToken = (secret: string, username: string): string =>
  username === '' ? secret : `${secret}-${username}`;

/**
 * Returns the username of the bot from the token of a request, empty for a webhook that was registered with the secret
 * alone; undefined if the token has none of the secrets.
 */
export function usernameIn(token: string, secrets: readonly string[]): string | undefined {
  const right = secrets.find((secret) => isSame(token.slice(0, secret.length), secret));
  if (right === undefined) return undefined;
  const rest = token.slice(right.length);
  if (rest === '') return '';
  return /^-[A-Za-z0-9_]{1,64}$/.test(rest) ? rest.slice(1) : undefined;
}
