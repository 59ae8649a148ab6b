import { parseUrl } from '../../parse-url.ts';

/** The settings of one provider. */
export interface ProviderSettings {
  readonly name: string;
  readonly kind: 'openai' | 'anthropic' | 'compatible';
  /** The prefix of its settings: `OLLAMA` in `OLLAMA_BASE_URL`. */
  readonly prefix: string;
  /** Without a trailing slash; undefined for the vendor's default. */
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  /** The only allowed models; undefined if any name is allowed. */
  readonly models: readonly string[] | undefined;
  readonly contextTokens: number;
  /** Timeout until the first part of a reply, in ms; undefined for the default. */
  readonly firstToken: number | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The default context size in tokens: prompt and reply together. */
const contextTokens = { openai: 128_000, anthropic: 200_000, compatible: 32_000 };

/** The smallest context size that has room for a prompt and a reply. */
const minContextTokens = 1_000;

/** Max configurable timeout until the first part, in seconds: as long as that of a whole reply. */
const maxFirstToken = 600;

const namePattern = /^[a-z][a-z0-9-]{0,30}$/;
const taken = ['builtin', 'openai', 'anthropic', 'parley'];

const prefixOf = (name: string) => name.toUpperCase().replaceAll('-', '_');

/** The settings of a provider, after its prefix. */
const settingNames = ['API_KEY', 'BASE_URL', 'CONTEXT_TOKENS', 'FIRST_TOKEN_SECONDS', 'MODELS'] as const;

/** Returns the names of the settings of all providers. */
export const providerSettingNames = (environment: Environment): string[] =>
  [...vendors, ...namesIn(environment)].flatMap((name) =>
    settingNames.map((setting) => `${prefixOf(name)}_${setting}`),
  );

/** Returns the names of the settings that hold API keys. */
export const keyNames = (environment: Environment): string[] =>
  [...vendors, ...namesIn(environment)].map((name) => `${prefixOf(name)}_API_KEY`);

const vendors = ['openai', 'anthropic'] as const;

const namesIn = (environment: Environment) =>
  (environment['PARLEY_PROVIDERS'] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/**
 * Reads the providers from the environment: `openai`, `anthropic`, and each name in `PARLEY_PROVIDERS`, whose settings
 * have that name as prefix. Adds a sentence to `problems` for each invalid setting.
 */
export function readProviders(environment: Environment, problems: string[]): readonly ProviderSettings[] {
  const names = namesIn(environment);
  for (const name of new Set(names)) {
    if (!namePattern.test(name) || taken.includes(name)) {
      problems.push(
        `PARLEY_PROVIDERS: ${name} is not a valid name; use lower-case letters, digits and hyphens, and none of ` +
          `${taken.join(', ')}`,
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
  const value = (setting: (typeof settingNames)[number]) => environment[`${prefix}_${setting}`]?.trim() || undefined;
  const baseUrl = value('BASE_URL');
  if (baseUrl === undefined ? kind === 'compatible' : !isUrl(baseUrl)) {
    const wrong =
      baseUrl === undefined
        ? 'is required, because PARLEY_PROVIDERS includes its name'
        : 'must be an http or https URL without a query';
    problems.push(`${prefix}_BASE_URL: ${wrong}`);
  }
  const apiKey = value('API_KEY');
  // An invalid header value would be refused with an error that contains the key.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    problems.push(`${prefix}_API_KEY: must be visible ASCII characters without spaces`);
  const models = value('MODELS')
    ?.split(',')
    .map((model) => model.trim());
  if (models?.some((model) => model === '' || model.length > 150))
    problems.push(`${prefix}_MODELS: must be comma-separated names of at most 150 characters`);
  const context = Number(value('CONTEXT_TOKENS') ?? contextTokens[kind]);
  if (!Number.isInteger(context) || context < minContextTokens) {
    problems.push(`${prefix}_CONTEXT_TOKENS: must be a whole number, at least ${minContextTokens}`);
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
  const url = parseUrl(text);
  if (url === undefined) return false;
  const { protocol, username, password, search, hash } = url;
  return /^https?:$/.test(protocol) && username === '' && password === '' && search === '' && hash === '';
}
