import { distance } from 'fastest-levenshtein';
import type { ProviderSettings } from './settings.ts';

/** The names of a provider's models. */
export interface Names {
  /** The provider's name. */
  readonly name: string;
  readonly kind: ProviderSettings['kind'] | 'builtin';
  /** The known models. */
  readonly models: readonly string[];
  /** Whether the provider accepts other model names, too. */
  readonly open: boolean;
}

/** Model names to suggest if the operator lists none; other names are accepted, too. */
const offered: Readonly<Record<ProviderSettings['kind'], readonly string[]>> = {
  openai: ['gpt-5', 'gpt-5-mini', 'gpt-4.1', 'gpt-4o', 'gpt-4o-mini'],
  anthropic: ['claude-opus-4-5', 'claude-sonnet-4-5', 'claude-haiku-4-5'],
  compatible: [],
};

/** The built-in models, which need no provider. */
export const builtinNames: Names = { name: 'builtin', kind: 'builtin', models: ['extract', 'echo'], open: false };

/** Returns the model names of a configured provider. */
export const namesOf = ({ name, kind, models }: ProviderSettings): Names => ({
  name,
  kind,
  models: models ?? offered[kind],
  open: models === undefined,
});

/** Vendors by the prefix of their model names. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt-|chatgpt-|o\d)/, 'openai'],
  [/^claude-/, 'anthropic'],
];

/** Max suggested names. */
const maxProposals = 3;

/**
 * Finds the provider of a model. `provider/name` names it. A bare name resolves to the provider that lists it, or to
 * its vendor (`gpt-…`, `claude-…`). Otherwise it resolves to the compatible provider, if there is only one and it lists
 * no models.
 */
export function findModel<Provider extends Names>(
  providers: readonly Provider[],
  model: string,
): { readonly provider: Provider; readonly name: string } | undefined {
  const slash = model.indexOf('/');
  const named = providers.find(({ name }) => name === model.slice(0, Math.max(0, slash)));
  if (named !== undefined) {
    const name = model.slice(slash + 1);
    return name !== '' && (named.open || named.models.includes(name)) ? { provider: named, name } : undefined;
  }
  const provider =
    providers.find(({ models }) => models.includes(model)) ?? byFamily(providers, model) ?? lastResort(providers);
  return provider && { provider, name: model };
}

function byFamily<Provider extends Names>(providers: readonly Provider[], model: string): Provider | undefined {
  const [, vendor] = families.find(([pattern]) => pattern.test(model)) ?? [];
  return providers.find(({ name, open }) => name === vendor && open);
}

function lastResort<Provider extends Names>(providers: readonly Provider[]): Provider | undefined {
  const [only, ...others] = providers.filter(({ kind }) => kind === 'compatible');
  return others.length === 0 && only?.open === true ? only : undefined;
}

/** Returns the known names closest to a name, best match first. */
export function nearestNames(providers: readonly Names[], model: string): string[] {
  const known = providers.flatMap(({ name, models }) => models.map((each) => `${name}/${each}`));
  const difference = (name: string) =>
    Math.min(distance(model, name), distance(model, name.slice(name.indexOf('/') + 1)));
  return known
    .map((name) => ({ name, difference: difference(name) }))
    .sort((one, other) => one.difference - other.difference)
    .slice(0, maxProposals)
    .map(({ name }) => name);
}
