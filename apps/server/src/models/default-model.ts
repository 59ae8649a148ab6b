import { builtinNames, type Names, namesOf, resolveModel } from './names.ts';
import type { ProviderSettings } from './settings.ts';

/** The default model of each kind of provider: a good current one, of moderate price. */
const current: Readonly<Record<Names['kind'], string | undefined>> = {
  openai: 'gpt-5-mini',
  anthropic: 'claude-sonnet-4-5',
  compatible: undefined,
  builtin: undefined,
};

/** The default model of an instance without a usable provider. */
const lastResort = 'builtin/extract';

/**
 * Reads `PARLEY_DEFAULT_MODEL` and returns it as `provider/name`; undefined if it isn't set. Adds a sentence to
 * `problems` if no provider can have the model. Lists of the providers themselves aren't known yet.
 */
export function readDefaultModel(
  model: string,
  providers: readonly ProviderSettings[],
  problems: string[],
): string | undefined {
  if (model === '') return undefined;
  const found = resolveModel([builtinNames, ...providers.map(namesOf)], model);
  if ('provider' in found) return `${found.provider.name}/${found.name}`;
  problems.push(`PARLEY_DEFAULT_MODEL: ${found.sentence}`);
  return undefined;
}

/** A provider, and how to wait for its list. */
interface Listing extends Names {
  ready(): Promise<void>;
}

/**
 * Chooses the default model: that of the first configured provider that has one, else `builtin/extract`. A vendor's is
 * its current model, unless the vendor's list lacks it. Any other provider's is the first of its list.
 */
export async function chooseDefault(providers: readonly Listing[]): Promise<string> {
  for (const provider of providers) {
    if (!provider.configured || provider.kind === 'builtin') continue;
    const name = await defaultOf(provider);
    if (name !== undefined) return `${provider.name}/${name}`;
  }
  return lastResort;
}

async function defaultOf(provider: Listing): Promise<string | undefined> {
  const usual = current[provider.kind];
  if (usual === undefined) await provider.ready();
  const { models, listed } = provider;
  if (usual !== undefined && (!listed || models.includes(usual))) return usual;
  return models[0];
}
