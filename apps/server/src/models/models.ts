import type { OperatorFetch } from '../outbound/operator-fetch.ts';
import { echo } from './builtin/echo.ts';
import { extract } from './builtin/extract.ts';
import { callModel } from './call.ts';
import type { EmbeddingSettings } from './embeddings/embedding-settings.ts';
import { createEmbedder } from './embeddings/embeddings.ts';
import { type ModelLimits, modelLimits } from './limits.ts';
import { ModelError, type ModelPart, type ModelRequest, type Provider } from './model.ts';
import { builtinNames, findModel, isBare, type NameRefusal, resolveModel } from './names.ts';
import { chooseDefault } from './providers/default-model.ts';
import { checkKey, type KeyCheck } from './providers/key-check.ts';
import { createProvider, type MadeProvider } from './providers/providers.ts';
import type { ProviderSettings } from './providers/settings.ts';
import { estimateTokens } from './tokens.ts';

/** The context size of the built-in models, in tokens. */
const builtinContext = 32_000;

/** The parts that models are created from. */
export interface ModelParts {
  readonly providers: readonly ProviderSettings[];
  readonly limits?: Partial<ModelLimits>;
  /** The default model as `provider/name`, if the operator has set it. */
  readonly defaultModel?: string | undefined;
  /** The embedding model, if the operator has set one. */
  readonly embeddings?: EmbeddingSettings | undefined;
}

/** A model that was found by name. */
export interface FoundModel {
  readonly provider: Provider;
  /** Its name at the provider. */
  readonly name: string;
}

/** A name as it is stored, or why it is refused. */
export type ResolvedName = { readonly model: string } | { readonly refusal: NameRefusal };

/** Creates the registry of models by `provider/name`. */
export function createModels({ providers: settings, limits: given, defaultModel, embeddings }: ModelParts) {
  const limits = { ...modelLimits, ...given };
  let door: Promise<OperatorFetch> | undefined;
  /** Loaded at the first call of a provider, because most processes never need it. */
  const openDoor = () => {
    door ??= import('../outbound/operator-fetch.ts').then(({ createOperatorFetch }) =>
      createOperatorFetch({ connect: limits.connect, bodyBytes: limits.replyBytes }),
    );
    return door;
  };
  const builtin: Provider = {
    ...builtinNames,
    contextTokens: builtinContext,
    missing: undefined,
    quotes: true,
    listProblem: undefined,
    ready: async () => undefined,
    stream: (request) => (request.model === 'echo' ? echo(request) : extract(request)),
  };
  const create = (each: ProviderSettings) => ({ settings: each, ...createProvider(each, { openDoor, limits }) });
  let made: readonly (MadeProvider & { readonly settings: ProviderSettings })[] = settings.map(create);
  let providers: readonly Provider[] = [builtin, ...made.map(({ provider }) => provider)];
  const allReady = () => Promise.all(providers.map((provider) => provider.ready()));
  return {
    /** The providers as the environment sets them. */
    settings,
    /**
     * Uses these keys, by the names of providers, instead of those that were given before; the environment's win. A
     * reply that is being written keeps the key with which it began.
     */
    useKeys: (keys: ReadonlyMap<string, string>): void => {
      const before = made;
      made = settings.map((each, index) => {
        const apiKey = each.apiKey ?? keys.get(each.name);
        const current = before[index];
        return current !== undefined && current.settings.apiKey === apiKey ? current : create({ ...each, apiKey });
      });
      for (const old of before) if (!made.includes(old)) old.stopAsking?.();
      providers = [builtin, ...made.map(({ provider }) => provider)];
    },
    /** Asks a provider for its models, with its key or another one, which tells whether the key works. Never throws. */
    checkKey: async (provider: string, apiKey?: string): Promise<KeyCheck> => {
      const current = made.find(({ settings: { name } }) => name === provider);
      if (current === undefined) throw new Error(`There is no provider ${provider}.`);
      return checkKey({ ...current.settings, ...(apiKey !== undefined && { apiKey }) }, { openDoor, limits });
    },
    /** Returns the providers with their lists, as far as they are known within a moment. */
    list: async (): Promise<readonly Provider[]> => {
      await allReady();
      return providers;
    },
    /** Returns the model of an agent that sets none; may wait a moment for a provider's list. */
    defaultModel: async (): Promise<string> => defaultModel ?? chooseDefault(providers),
    limits,
    /** The embedding model; undefined if none is set. */
    embedder: embeddings && createEmbedder(embeddings, { openDoor, limits }),
    /** Estimates the tokens of a text. */
    estimate: estimateTokens,
    /** Finds the model of a stored name; undefined if no provider can have it. */
    find: async (model: string): Promise<FoundModel | undefined> => {
      if (isBare(model)) await allReady();
      return findModel(providers, model);
    },
    /** Returns a name that is being set as `provider/name`, or why it is refused. */
    resolve: async (model: string): Promise<ResolvedName> => {
      if (isBare(model)) await allReady();
      else await readyFor(providers, model);
      const found = resolveModel(providers, model);
      return 'provider' in found ? { model: `${found.provider.name}/${found.name}` } : { refusal: found };
    },
    /** Returns the stored names that a filter by a name finds: a bare one finds the model of every provider. */
    matching: (model: string): string[] =>
      isBare(model) ? [model, ...providers.map(({ name }) => `${name}/${model}`)] : [model],
    /** Calls a model within the limits. Throws a `ModelError`; its message continues a sentence about the model. */
    stream: ({ provider, name }: FoundModel, request: Omit<ModelRequest, 'model'>): AsyncGenerator<ModelPart> => {
      if (provider.missing !== undefined)
        throw new ModelError('not_configured', `its provider has no API key (${provider.missing})`);
      const { firstToken = limits.firstToken } = provider;
      return callModel(provider, { ...request, model: name }, { ...limits, firstToken });
    },
    close: async (): Promise<void> => {
      for (const { stopAsking } of made) stopAsking?.();
      await (await door)?.close();
    },
  };
}

/** Asks the provider of a name for its list, unless the name is known already. */
async function readyFor(providers: readonly Provider[], model: string): Promise<void> {
  const slash = model.indexOf('/');
  const provider = providers.find(({ name }) => name === model.slice(0, slash));
  if (provider?.models.includes(model.slice(slash + 1)) === false) await provider.ready();
}
