import { isWhole } from '../names.ts';
import type { ProviderSettings } from '../providers/settings.ts';

/** The embedding model of the instance. */
export interface EmbeddingSettings {
  /** As `provider/name`. */
  readonly model: string;
  /** Its name at the provider. */
  readonly name: string;
  readonly provider: ProviderSettings;
}

/** Max length of a model's name. */
const maxName = 200;

/**
 * Reads `PARLEY_EMBEDDING_MODEL`; undefined if it isn't set. Adds a sentence to `problems` if it isn't `provider/name`,
 * or if the provider is unknown, has no embedding models or isn't configured.
 */
export function readEmbeddings(
  environment: Readonly<Record<string, string | undefined>>,
  providers: readonly ProviderSettings[],
  problems: string[],
): EmbeddingSettings | undefined {
  const model = environment['PARLEY_EMBEDDING_MODEL']?.trim() ?? '';
  if (model === '') return undefined;
  const slash = model.indexOf('/');
  const provider = providers.find((each) => each.name === model.slice(0, slash));
  const problem = problemOf(model, provider, providers);
  if (problem === undefined && provider !== undefined) return { model, name: model.slice(slash + 1), provider };
  problems.push(`PARLEY_EMBEDDING_MODEL: ${problem}`);
  return undefined;
}

function problemOf(
  model: string,
  provider: ProviderSettings | undefined,
  providers: readonly ProviderSettings[],
): string | undefined {
  const usable = providers.filter(({ kind }) => kind !== 'anthropic').map(({ name }) => name);
  const choice = `name a model of ${usable.join(', ')}`;
  if (!model.includes('/') || !isWhole(model) || model.length > maxName) {
    return `must be provider/name, such as openai/text-embedding-3-small; at most ${maxName} characters`;
  }
  if (model.startsWith('builtin/')) return `the built-in models don’t embed texts; ${choice}`;
  if (provider === undefined) return `there is no provider ${model.slice(0, model.indexOf('/'))}; ${choice}`;
  if (provider.kind === 'anthropic') return `Anthropic has no embedding models; ${choice}`;
  const needsKey = provider.kind === 'openai' && provider.apiKey === undefined;
  return needsKey ? `${provider.prefix}_API_KEY is required to use it` : undefined;
}
