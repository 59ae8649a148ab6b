import { distance } from 'fastest-levenshtein';
import type { ProviderSettings } from './providers/settings.ts';

/** The names of a provider's models, as far as they are known now. */
export interface Names {
  /** The provider's name. */
  readonly name: string;
  readonly kind: ProviderSettings['kind'] | 'builtin';
  /** True if the provider has the settings that it needs. */
  readonly configured: boolean;
  /** The known models. */
  readonly models: readonly string[];
  /** True if the provider accepts other model names, too. */
  readonly open: boolean;
  /** True if `models` comes from the operator or the provider; otherwise it only suggests names. */
  readonly listed: boolean;
}

/** A model that was found by name. */
export interface NamedModel<Provider extends Names> {
  readonly provider: Provider;
  /** Its name at the provider. */
  readonly name: string;
}

/** Why a name is refused. */
export interface NameRefusal {
  /** One sentence for the caller, and what it says after the name of the field. */
  readonly sentence: string;
  readonly predicate: string;
  readonly hint: string;
}

/** Model names to suggest while a vendor's own list is unknown; other names are accepted, too. */
const offered: Readonly<Record<ProviderSettings['kind'], readonly string[]>> = {
  openai: ['gpt-5', 'gpt-5-mini', 'gpt-4.1', 'gpt-4o', 'gpt-4o-mini'],
  anthropic: ['claude-opus-4-5', 'claude-sonnet-4-5', 'claude-haiku-4-5'],
  compatible: [],
};

/** The date that vendors append to an alias to name one of its models. */
const date = /^[-@]\d{4}-?\d{2}-?\d{2}$/;

/**
 * Returns the names of a provider whose own list is known. An alias of a listed model, which is its name without a date,
 * comes first: the vendor accepts it, and it stays current.
 */
export const namesFrom = (kind: ProviderSettings['kind'], own: readonly string[]): readonly string[] => {
  const isAlias = (name: string) => own.some((each) => each.startsWith(name) && date.test(each.slice(name.length)));
  return [...offered[kind].filter((name) => !own.includes(name) && isAlias(name)), ...own];
};

/** The built-in models, which need no provider. */
export const builtinNames: Names = {
  name: 'builtin',
  kind: 'builtin',
  configured: true,
  models: ['extract', 'echo'],
  open: false,
  listed: true,
};

/** Returns the model names of a provider, as its settings tell them. */
export const namesOf = ({ name, kind, apiKey, models }: ProviderSettings): Names => ({
  name,
  kind,
  configured: kind === 'compatible' || apiKey !== undefined,
  models: models ?? offered[kind],
  open: models === undefined,
  listed: models !== undefined,
});

/** True if a name has no provider before its first slash. */
export const isBare = (model: string): boolean => !model.includes('/');

/**
 * Finds the model of a stored name. The text before the first slash names the provider. A bare name, which older
 * versions stored, is found if exactly one configured provider has it.
 */
export function findModel<Provider extends Names>(
  providers: readonly Provider[],
  model: string,
): NamedModel<Provider> | undefined {
  if (isBare(model)) {
    const [only, ...others] = having(providers, model);
    return only !== undefined && others.length === 0 ? { provider: only, name: model } : undefined;
  }
  const slash = model.indexOf('/');
  const name = model.slice(slash + 1);
  const provider = providers.find((each) => each.name === model.slice(0, slash));
  const accepts = provider !== undefined && (provider.open || provider.models.includes(name));
  return accepts && isWhole(model) ? { provider, name } : undefined;
}

/**
 * Finds the model of a name that is being set, or says why it is refused. Unlike a stored name, it must not look like a
 * typing error of a model that its provider lists.
 */
export function resolveModel<Provider extends Names>(
  providers: readonly Provider[],
  model: string,
): NamedModel<Provider> | NameRefusal {
  const found = findModel(providers, model);
  if (found !== undefined && !isMistyped(found)) return found;
  const owners = isBare(model) ? having(providers, model) : [];
  if (owners.length > 1) {
    const choices = enumerate(owners.slice(0, maxProposals).map(({ name }) => `${name}/${model}`));
    return {
      sentence: `Several providers have a model ${model}: choose ${choices}.`,
      predicate: `is ambiguous: choose ${choices}`,
      hint: 'Write the name of a model as provider/name.',
    };
  }
  const nearest = nearestNames(providers, model);
  const question = nearest.length === 0 ? '' : ` Did you mean ${enumerate(nearest)}?`;
  return {
    sentence: `Unknown model ${model.replace(/\s+/g, ' ')}.${question}`,
    predicate: question === '' ? 'is unknown' : `is unknown.${question}`,
    hint:
      `The providers are ${enumerate(providers.map(({ name }) => name).slice(0, maxNamed), 'and')}. ` +
      'GET /api/models lists their models.',
  };
}

/** True if no part of a name is empty, or begins or ends with a space or a line break. */
export const isWhole = (model: string): boolean =>
  model.split('/').every((part) => part !== '' && !/^[ \t\r\n]|[ \t\r\n]$/.test(part));

const having = <Provider extends Names>(providers: readonly Provider[], model: string): Provider[] =>
  providers.filter(({ configured, models }) => configured && models.includes(model));

/** Max edits of a typing error: fewer in short names, which differ by one character from each other. */
const maxMistakes = 2;
const charactersPerMistake = 4;

/**
 * True if a provider lists a model that differs by a typing error only. Other names are accepted although they aren't
 * listed: vendors accept aliases (`llama3` for `llama3:latest`) and variants that their lists leave out.
 */
function isMistyped({ provider, name }: NamedModel<Names>): boolean {
  const { models, listed } = provider;
  if (!listed || models.includes(name)) return false;
  const most = Math.min(maxMistakes, Math.floor(name.length / charactersPerMistake));
  return models.some((known) => !isVariant(known, name) && near(known, name, most));
}

/** True if one of two names is the other one with more after a separator. */
function isVariant(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short) && /^[:@.-]./.test(long.slice(short.length));
}

/** True if two names differ by few edits; a difference of length alone can rule it out. */
const near = (one: string, other: string, most: number): boolean =>
  Math.abs(one.length - other.length) <= most && distance(one, other) <= most;

/** Max suggested names, and max providers that a hint names. */
const maxProposals = 3;
const maxNamed = 20;

/** A name that a caller may have meant, and by how much it differs. */
interface Proposal {
  readonly name: string;
  readonly difference: number;
}

/**
 * Returns the names that differ from a name by up to a third, and not much more than the best match, which is first.
 */
function nearestNames(providers: readonly Names[], model: string): string[] {
  const most = Math.max(2, Math.floor(model.length / 3));
  const proposals = providers
    .flatMap((provider) => [...knownOf(provider, model), ...guessesOf(provider, model)])
    .filter(({ difference }) => difference <= most)
    .sort((one, other) => one.difference - other.difference);
  const best = proposals[0]?.difference ?? 0;
  const names = proposals.filter(({ difference }) => difference <= 2 * best).map(({ name }) => name);
  return [...new Set(names)].slice(0, maxProposals);
}

function knownOf({ name: provider, models }: Names, model: string): Proposal[] {
  const given = model.trim().toLowerCase();
  return models.map((each) => {
    const bare = each.toLowerCase();
    const edits = Math.min(distance(given, bare), distance(given, `${provider}/${bare}`));
    return { name: `${provider}/${each}`, difference: isVariant(bare, given) ? Math.min(edits, 1) : edits };
  });
}

/** Guesses a model that a provider may have although it isn't known: the caller left out or mistyped the provider. */
function guessesOf({ name: provider, configured, open, listed }: Names, model: string): Proposal[] {
  const slash = model.indexOf('/');
  const isMeant = isBare(model) ? configured : near(model.slice(0, slash).toLowerCase(), provider, maxMistakes);
  const name = `${provider}/${model.slice(slash + 1)}`;
  return open && !listed && isMeant && isWhole(name) ? [{ name, difference: 1 }] : [];
}

/** `a`, `a or b`, `a, b or c`. */
const enumerate = (names: readonly string[], word = 'or'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
