import { builtinNames, type Names, namesOf, resolveModel } from '../names.ts';
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
  const usable = providers.filter(({ configured, kind }) => configured && kind !== 'builtin');
  const [head] = usable;
  // A vendor's model is used without its list. Others are asked at the same time, since each may take a moment.
  if (head !== undefined && (head.kind === 'compatible' || defaultOf(head) === undefined))
    await Promise.all(usable.map((provider) => provider.ready()));
  const first = usable.find((provider) => defaultOf(provider) !== undefined);
  return first === undefined ? lastResort : `${first.name}/${defaultOf(first)}`;
}

function defaultOf({ kind, models, listed }: Names): string | undefined {
  const usual = current[kind];
  return usual !== undefined && (!listed || models.includes(usual)) ? usual : models[0];
}
