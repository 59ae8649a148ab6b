import type { Logger } from 'pino';
import type { Principal } from '../../../access/actor.ts';
import type { Secrets } from '../../../access/secrets.ts';
import { AppError } from '../../../errors.ts';
import type { RecordEvent } from '../../../events/happening.ts';
import type { KeyCheck } from '../../../models/providers/key-check.ts';
import { keyMissing } from '../../../models/providers/providers.ts';
import type { ProviderSettings } from '../../../models/providers/settings.ts';
import { bumpAuthority } from '../../../storage/authority.ts';
import type { ProviderKeyRow } from '../../../storage/tables.ts';
import type { Statement } from '../../../storage/unit.ts';
import { toFailure } from '../failure-schema.ts';
import { placeOfKey } from './key-place.ts';
import { createKeyring, type KeyringNeeds, tryToOpen } from './keyring.ts';
import type { ModelProvider, ProviderTest } from './schema.ts';
import * as store from './store.ts';

/** Dependencies of the keys of providers. */
export interface KeyNeeds extends KeyringNeeds {
  readonly now: () => number;
  readonly record: RecordEvent;
  readonly logger: Pick<Logger, 'info'>;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly models: KeyringNeeds['models'] & {
    checkKey(provider: string, key?: string): Promise<KeyCheck>;
  };
  /** Ownership of the instance. */
  readonly instance: {
    isOwner(user: string): Promise<boolean>;
    demandOwner(user: string, orElse: () => Error): Statement;
  };
  /** Makes every process read everything again that depends on the authority epoch, which includes the keys. */
  forgetCallers(): void;
}

export type ProviderKeys = ReturnType<typeof createProviderKeys>;

/** Length from which the end of a key is shown: less would help to guess the rest. */
const minShown = 20;

const notOwner = () =>
  new AppError('insufficient_role', 'Only the owner of the instance can see and set the keys of model providers.', {
    hint: 'The operator names the owner with parley user own-instance.',
  });

const noProvider = () => new AppError('provider_not_found', 'There is no such provider.');
const noKey = () => new AppError('provider_not_found', 'No key of this provider is stored.');

/** Stores the keys of model providers for the owner of the instance, so that a new key needs no restart. */
export function createProviderKeys(needs: KeyNeeds) {
  const { db, secrets, models, instance, forgetCallers, logger, now } = needs;
  const keyring = createKeyring(needs);

  const settingsOf = (name: string): ProviderSettings => {
    const found = models.settings.find((provider) => provider.name === name);
    if (found === undefined) throw noProvider();
    return found;
  };
  const demandOwner = async ({ user }: Principal) => {
    if (!(await instance.isOwner(user.id))) throw notOwner();
  };
  const list = async (): Promise<ModelProvider[]> => {
    const rows = new Map((await store.readKeys(db)).map((row) => [row.provider, row]));
    return models.settings.map((provider) => describe(provider, rows.get(provider.name), secrets));
  };
  const get = async ({ name }: ProviderSettings): Promise<ModelProvider> => {
    const found = (await list()).find((provider) => provider.name === name);
    if (found === undefined) throw noProvider();
    return found;
  };
  /** Writes a change and uses it here before it returns; other processes follow within five seconds. */
  const commit = async (principal: Principal, events: readonly Statement[], change: Statement): Promise<void> => {
    await db.write({
      owner: instance.demandOwner(principal.user.id, notOwner),
      events,
      change,
      authority: bumpAuthority(db),
    });
    await keyring.load();
    forgetCallers();
  };

  return {
    keyring,

    list: async (principal: Principal): Promise<{ items: ModelProvider[] }> => {
      await demandOwner(principal);
      return { items: await list() };
    },

    set: async (principal: Principal, name: string, key: string): Promise<ModelProvider> => {
      await demandOwner(principal);
      const provider = settingsOf(name);
      if (provider.apiKey !== undefined) {
        const setting = `${provider.prefix}_API_KEY`;
        throw new AppError('set_by_environment', `The environment sets ${setting}, which wins over a stored key.`);
      }
      const lastFour = key.length < minShown ? null : key.slice(-4);
      const row = {
        sealed: secrets.seal(key, placeOfKey(provider)),
        last_four: lastFour,
        set_by: principal.user.id,
        set_at: now(),
      };
      const event = { account: principal.account.id, data: { provider: name } };
      const events = [
        needs.record(principal, { type: 'provider_key.updated', ...event, when: store.isStored(db, name) }),
        needs.record(principal, { type: 'provider_key.created', ...event, when: store.isNotStored(db, name) }),
      ];
      await commit(principal, events, store.putKey(db, { provider: name, ...row }));
      logger.info({ provider: name, user: principal.user.id }, 'the key of a model provider was stored');
      return get(provider);
    },

    delete: async (principal: Principal, name: string): Promise<void> => {
      await demandOwner(principal);
      const { id: account } = principal.account;
      const event = needs.record(principal, { type: 'provider_key.deleted', account, data: { provider: name } });
      await commit(principal, [event], store.deleteKey(db, name, noKey));
      logger.info({ provider: name, user: principal.user.id }, 'the key of a model provider was deleted');
    },

    /** Asks a provider whether it accepts a key, or by default the one in use. */
    test: async (principal: Principal, name: string, key: string | undefined): Promise<ProviderTest> => {
      await demandOwner(principal);
      const { prefix } = settingsOf(name);
      const inUse = (await list()).find((provider) => provider.name === name);
      if (key === undefined && inUse?.usable === false) return { ok: false, models: null, failure: without(prefix) };
      const said = await models.checkKey(name, key);
      if ('models' in said) return { ok: true, models: said.models, failure: null };
      const failure = toFailure(said.error);
      const hint = failure.reason === 'authentication' ? wrongKey : failure.hint;
      return { ok: false, models: null, failure: { ...failure, hint } };
    },
  };
}

const wrongKey = 'Copy the key again, or create another one at the provider.';

/** Why a provider without a key can't be tested. */
const without = (prefix: string): ProviderTest['failure'] => ({
  ...{ reason: 'not_configured', message: keyMissing(`${prefix}_API_KEY`), hint: 'Enter a key.' },
  ...{ providerStatus: null, providerMessage: null },
});

function describe(
  provider: ProviderSettings,
  row: ProviderKeyRow | undefined,
  secrets: Pick<Secrets, 'open'>,
): ModelProvider {
  const { name, kind, prefix, apiKey, baseUrl } = provider;
  const setting = `${prefix}_API_KEY`;
  const source = apiKey !== undefined ? 'environment' : row !== undefined ? 'stored' : 'none';
  const isSealedOtherwise =
    source === 'stored' && row !== undefined && tryToOpen(secrets, provider, row.sealed) === undefined;
  const reason = isSealedOtherwise
    ? 'Its key was stored for another address, or sealed under another pepper. Store it again.'
    : source === 'none' && kind !== 'compatible'
      ? keyMissing(setting)
      : null;
  return {
    ...{ name, kind, usable: reason === null || kind === 'compatible', reason, source, setting },
    address: baseUrl ?? null,
    lastFour: row?.last_four ?? null,
    setAt: row === undefined ? null : new Date(row.set_at).toISOString(),
  };
}
