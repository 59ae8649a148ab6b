import { isSame } from '../../access/equal-secrets.ts';
import type { RequestHeaders, SettingValues } from '../messenger.ts';

/** The header with which Telegram shows that an update is its own (Bot API, `setWebhook`). */
const header = 'x-telegram-bot-api-secret-token';

/** Letters, digits, `_` and `-`, up to 256 (Bot API, `secret_token`). */
const format = /^[A-Za-z0-9_-]{1,256}$/;

/** The token of a request; empty if it has none. */
export function tokenOf(headers: RequestHeaders): string {
  const given = headers[header];
  return typeof given === 'string' && format.test(given) ? given : '';
}

/** The ID of the bot: the part of its token before the colon. */
export const botIdOf = (settings: SettingValues): string => String(settings['botToken'] ?? '').split(':', 1)[0] ?? '';

/**
 * Secret token of a webhook's registration: the secret, the bot's ID and its username. Each update returns it. So the
 * request itself tells the bot's name, which finds its mentions without stored state. Updates of a bot that the channel
 * had before are refused.
 */
export const secretToken = (secret: string, { id, username }: { readonly id: string; readonly username: string }) =>
  `${secret}-${id}-${username}`;

/**
 * Returns the username of the bot from the token of a request, empty for a webhook that was registered with the secret
 * alone; undefined if the token has none of the secrets, or is of another bot.
 */
export function usernameIn(token: string, secrets: readonly string[], botId: string): string | undefined {
  const right = secrets.find((secret) => isSame(token.slice(0, secret.length), secret));
  if (right === undefined) return undefined;
  const rest = token.slice(right.length);
  if (rest === '') return '';
  const [, id, username] = /^-([0-9]{1,20})-([A-Za-z0-9_]{0,64})$/.exec(rest) ?? [];
  return id === botId ? username : undefined;
}
