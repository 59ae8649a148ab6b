import type { ModelProvider } from '@parley/sdk';

/** The names of the vendors, as they write them. */
const vendors: Readonly<Record<string, string>> = { openai: 'OpenAI', anthropic: 'Anthropic', builtin: 'Built in' };

/** The name of a provider for people. */
export const titleOf = (name: string): string => vendors[name] ?? name;

/** Pages at which vendors give out keys. */
export const keyPages: Readonly<Record<string, string>> = {
  openai: 'https://platform.openai.com/api-keys',
  anthropic: 'https://console.anthropic.com/settings/keys',
};

/** Returns the origin of a provider's key, in a sentence. */
export function originOf({ source, setting, lastFour, kind }: ModelProvider): string {
  if (source === 'environment')
    return `Its key is set by ${setting} in the environment of the server, which overrides a stored key.`;
  if (source === 'stored') return lastFour === null ? 'Its key is stored.' : `Its key ends in ${lastFour}.`;
  return kind === 'compatible' ? 'It is called without a key.' : 'Agents can’t use its models until it has a key.';
}

/** Returns the message of a test that succeeded. */
export const acceptedBy = (title: string, models: number | null): string =>
  `${title} accepts the key${models === null ? '' : ` and lists ${models} ${models === 1 ? 'model' : 'models'}`}.`;
