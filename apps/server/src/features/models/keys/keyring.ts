import type { Secrets } from '../../../access/secrets.ts';
import type { ProviderSettings } from '../../../models/providers/settings.ts';
import type { Database } from '../../../storage/database.ts';
import { placeOfKey } from './key-place.ts';
import * as store from './store.ts';

/** Dependencies of the keyring. */
export interface KeyringNeeds {
  readonly db: Database;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly models: {
    readonly settings: readonly ProviderSettings[];
    useKeys(keys: ReadonlyMap<string, string>): void;
  };
}

/** Time until a failed read is retried, in ms. */
const retryDelay = 1_000;

/** Gives the models the stored keys of providers, in each process that uses models. */
export function createKeyring({ db, secrets, models }: KeyringNeeds) {
  let current: Promise<void> | undefined;
  /** A reading that has not begun, which sees every change until now. */
  let next: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;

  const read = async () => {
    const rows = await store.readKeys(db);
    if (!isClosed) models.useKeys(new Map(rows.flatMap(({ provider, sealed }) => opened(provider, sealed))));
  };
  const opened = (provider: string, sealed: string): [string, string][] => {
    const settings = models.settings.find(({ name }) => name === provider);
    const key = settings && tryToOpen(secrets, settings, sealed);
    return key === undefined ? [] : [[provider, key]];
  };
  /** Resolves when the keys that are stored now are used. */
  const load = (): Promise<void> => {
    next ??= (current ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        current = next;
        next = undefined;
        return read();
      });
    return next;
  };
  /** Reads the keys in the background; a failure is tried again, while the keys of before stay in use. */
  const refresh = (): void => {
    clearTimeout(retry);
    if (isClosed) return;
    load().catch(() => {
      clearTimeout(retry);
      if (!isClosed) retry = setTimeout(refresh, retryDelay).unref();
    });
  };
  return {
    load,
    refresh,
    close: () => {
      isClosed = true;
      clearTimeout(retry);
    },
  };
}

/** Opens the sealed key of a provider; undefined if it was sealed for another address or under another pepper. */
export function tryToOpen(
  secrets: Pick<Secrets, 'open'>,
  provider: Pick<ProviderSettings, 'name' | 'baseUrl'>,
  sealed: string,
): string | undefined {
  try {
    return secrets.open(sealed, placeOfKey(provider));
  } catch {
    return undefined;
  }
}
