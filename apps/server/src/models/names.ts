import { distance } from 'fastest-levenshtein';
import type { ProviderSettings } from './settings.ts';

/** The names that a provider's models have. */
export interface Names {
  /** The provider's own. */
  readonly name: string;
  readonly kind: ProviderSettings['kind'] | 'builtin';
  /** The models that are known by name. */
  readonly models: readonly string[];
  /** Whether there may be others, or these are all. */
  readonly open: boolean;
}

/** Names that are offered where the operator lists none; any other is taken too. */
const offered: Readonly<Record<ProviderSettings['kind'], readonly string[]>> = {
  openai: ['gpt-5', 'gpt-5-mini', 'gpt-4.1', 'gpt-4o', 'gpt-4o-mini'],
  anthropic: ['claude-opus-4-5', 'claude-sonnet-4-5', 'claude-haiku-4-5'],
  compatible: [],
};

/** The models that need nobody else. */
export const builtinNames: Names = { name: 'builtin', kind: 'builtin', models: ['extract', 'echo'], open: false };

/** The names of what the operator set up. */
export const namesOf = ({ name, kind, models }: ProviderSettings): Names => ({
  name,
  kind,
  models: models ?? offered[kind],
  open: models === undefined,
});

/** Vendors whose models are known by how their names begin. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt-|chatgpt-|o\d)/, 'openai'],
  [/^claude-/, 'anthropic'],
];

/** The most names that are proposed. */
const maxProposals = 3;

/**
 * Finds the provider of a model. `provider/name` says it. A name alone is taken for the one that is known by it: a
 * listed model, a vendor's family (`gpt-…`, `claude-…`), or any model of the only provider that lists none.
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

/** The known names that are most like another, the likest first. */
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
