/** How one provider is reached, as the operator set it. */
export interface ProviderSettings {
  readonly name: string;
  readonly kind: 'openai' | 'anthropic' | 'compatible';
  /** What the names of its settings begin with: `OLLAMA` in `OLLAMA_BASE_URL`. */
  readonly prefix: string;
  /** Without a slash at the end; undefined for the vendor's own. */
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  /** The only models that it has; undefined where any name will do. */
  readonly models: readonly string[] | undefined;
  readonly contextTokens: number;
  /** How long it may take to begin an answer, in milliseconds; undefined for what holds for every provider. */
  readonly firstToken: number | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The tokens that prompt and answer have together, where the operator doesn't say. */
const contextTokens = { openai: 128_000, anthropic: 200_000, compatible: 32_000 };

/** The smallest context that leaves room for a question and an answer. */
const minContextTokens = 1_000;

/** The longest that an answer may take to begin, in seconds: as long as a whole one. */
const maxFirstToken = 600;

const namePattern = /^[a-z][a-z0-9-]{0,30}$/;
const taken = ['builtin', 'openai', 'anthropic', 'parley'];

const prefixOf = (name: string) => name.toUpperCase().replaceAll('-', '_');

/** The names of the settings that hold a provider's key. */
export const keyNames = (environment: Environment): string[] =>
  [...vendors, ...namesIn(environment)].map((name) => `${prefixOf(name)}_API_KEY`);

const vendors = ['openai', 'anthropic'] as const;

const namesIn = (environment: Environment) =>
  (environment['PARLEY_PROVIDERS'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/**
 * Reads the providers from the environment: `openai` and `anthropic`, and one for each name in `PARLEY_PROVIDERS`, whose
 * settings begin with that name. Adds a sentence to `problems` for each that is wrong.
 */
export function readProviders(environment: Environment, problems: string[]): readonly ProviderSettings[] {
  const names = namesIn(environment);
  for (const name of new Set(names)) {
    if (!namePattern.test(name) || taken.includes(name)) {
      problems.push(
        `PARLEY_PROVIDERS: ${name} can't be a name; it takes lower-case letters, digits and hyphens, and none of ${taken.join(', ')}`,
      );
    } else if (names.filter((other) => other === name).length > 1) {
      problems.push(`PARLEY_PROVIDERS: names ${name} twice`);
    }
  }
  const named = names.filter((name) => namePattern.test(name) && !taken.includes(name));
  return [
    ...vendors.map((name) => readProvider(environment, { name, kind: name }, problems)),
    ...[...new Set(named)].map((name) => readProvider(environment, { name, kind: 'compatible' }, problems)),
  ];
}

function readProvider(
  environment: Environment,
  { name, kind }: Pick<ProviderSettings, 'name' | 'kind'>,
  problems: string[],
): ProviderSettings {
  const prefix = prefixOf(name);
  const value = (setting: string) => environment[`${prefix}_${setting}`]?.trim() || undefined;
  const baseUrl = value('BASE_URL');
  if (baseUrl === undefined ? kind === 'compatible' : !isUrl(baseUrl)) {
    const wrong =
      baseUrl === undefined
        ? 'is required, because PARLEY_PROVIDERS names it'
        : 'must be an http or https URL without a query';
    problems.push(`${prefix}_BASE_URL: ${wrong}`);
  }
  const apiKey = value('API_KEY');
  // A header could not carry it, and what refuses it would print it.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    problems.push(`${prefix}_API_KEY: has a character that no key has`);
  const models = value('MODELS')
    ?.split(',')
    .map((model) => model.trim());
  if (models?.some((model) => model === '' || model.length > 150))
    problems.push(`${prefix}_MODELS: must be names with commas between them`);
  const context = Number(value('CONTEXT_TOKENS') ?? contextTokens[kind]);
  if (!Number.isInteger(context) || context < minContextTokens) {
    problems.push(`${prefix}_CONTEXT_TOKENS: must be a whole number from ${minContextTokens}`);
  }
  const firstToken = value('FIRST_TOKEN_SECONDS');
  const seconds = Number(firstToken ?? 1);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > maxFirstToken) {
    problems.push(`${prefix}_FIRST_TOKEN_SECONDS: must be a whole number from 1 to ${maxFirstToken}`);
  }
  return {
    name,
    kind,
    prefix,
    baseUrl: baseUrl?.replace(/(?<!\/)\/+$/, ''),
    apiKey,
    models,
    contextTokens: context,
    firstToken: firstToken === undefined ? undefined : seconds * 1000,
  };
}

function isUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && search === '' && hash === '';
}
