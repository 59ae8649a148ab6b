import type { ProviderSettings } from '../../../models/providers/settings.ts';
import { parseUrl } from '../../../parse-url.ts';
import type { SealedPlace } from '../../../storage/secrets/sealed.ts';

type Addressed = Pick<ProviderSettings, 'name' | 'baseUrl'>;

/** The place for which the key of a provider is sealed: its row, and the origin that the key is sent to. */
export const placeOfKey = ({ name, baseUrl = '' }: Addressed): SealedPlace => [
  'provider_keys.sealed',
  `${name} ${parseUrl(baseUrl)?.origin ?? ''}`,
];

/** The same by the name of the provider; undefined if the settings don't have it. */
export function placeOfStoredKey(providers: readonly Addressed[], name: string): SealedPlace | undefined {
  const found = providers.find((provider) => provider.name === name);
  return found && placeOfKey(found);
}
