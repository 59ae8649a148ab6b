import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Secrets } from '../../../access/secrets.ts';
import type { SecretUse } from '../../../platforms/kind.ts';
import type { SettingValues } from '../../../platforms/messenger.ts';

/** Secrets of a channel, as JSON under the instance's key. */
export interface ChannelSecrets {
  /** The values of its secret settings, by their names. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The generated secret; null if its kind has none. */
  readonly secret: string | null;
  /** The secret before the last rotation, and until when it is valid, in ms since 1970. */
  readonly previous?: { readonly secret: string; readonly until: number };
}

/** Sealed columns of a channel, and its ID. */
interface SealedSecrets {
  readonly channel: string;
  /** Empty if there is nothing. */
  readonly secrets: string;
}

/** Reads what is secret of a channel from its row. Throws if it was sealed for another row or under another pepper. */
export function readSecrets(
  { open }: Pick<Secrets, 'open'>,
  { channel, secrets: sealed }: SealedSecrets,
): ChannelSecrets {
  if (sealed === '') return { settings: {}, secret: null };
  return JSON.parse(open(sealed, ['channels.secrets', channel])) as ChannelSecrets;
}

/** All settings of a channel, and what is secret of it. */
interface Opened {
  readonly settings: SettingValues;
  readonly secrets: ChannelSecrets;
}

/** Max channels whose settings are kept, each with some kB at most. */
const maxKept = 1_000;

/** The settings that were opened last, for each function that opens them. */
const kept = new WeakMap<Secrets['open'], LRUCache<string, Opened>>();

/**
 * Reads all settings of a channel from its row, the secret ones, too, and what is secret. They are kept while the row is
 * as it was: each message needs them several times.
 */
export function openSettings(
  { open }: Pick<Secrets, 'open'>,
  { channel, secrets: sealed, settings }: SealedSecrets & { readonly settings: string },
): Opened {
  const known = kept.get(open) ?? new LRUCache<string, Opened>({ max: maxKept });
  kept.set(open, known);
  // A sealed text has no space, and opens for its own channel only.
  const row = `${channel} ${sealed} ${settings}`;
  const found = known.get(row);
  if (found !== undefined) return found;
  const secrets = readSecrets({ open }, { channel, secrets: sealed });
  const values = Object.freeze({ ...(JSON.parse(settings) as SettingValues), ...secrets.settings });
  const opened = { settings: values, secrets };
  known.set(row, opened);
  return opened;
}

/** Seals what is secret of a channel, for its row. */
export const sealSecrets = ({ seal }: Pick<Secrets, 'seal'>, channel: string, secrets: ChannelSecrets): string =>
  seal(JSON.stringify(secrets), ['channels.secrets', channel]);

/** The secrets that are valid at a time, the newest first. */
export const validSecrets = ({ secret, previous }: ChannelSecrets, now: number): readonly string[] => [
  ...(secret === null ? [] : [secret]),
  ...(previous !== undefined && previous.until > now ? [previous.secret] : []),
];

/** Generates a secret, by its use: 256 random bits. A signature's has the format of Standard Webhooks. */
const looks: Readonly<Record<SecretUse, () => string>> = {
  identity: () => `parley_identity_${randomBytes(32).toString('base64url')}`,
  // Telegram accepts it as a secret token, and WhatsApp as a verify token.
  verification: () => `parley_verify_${randomBytes(32).toString('base64url')}`,
  signature: () => `whsec_${randomBytes(32).toString('base64')}`,
};

/** Generates the secret of a channel; null if its kind has none. */
export const newSecret = (use: SecretUse | null): string | null => (use === null ? null : looks[use]());
