import type { LanguageModelV3 } from '@ai-sdk/provider';
import { LRUCache } from 'lru-cache';
import type { OperatorFetch } from '../outbound/operator-fetch.ts';
import { anthropic } from './anthropic.ts';
import { callModel } from './call.ts';
import { compatible } from './compatible.ts';
import { chooseDefault } from './default-model.ts';
import { echo } from './echo.ts';
import type { EmbeddingSettings } from './embedding-settings.ts';
import { createEmbedder } from './embeddings.ts';
import { extract } from './extract.ts';
import type { MakeModel } from './kind.ts';
import { type ModelLimits, modelLimits } from './limits.ts';
import { ModelError, type ModelPart, type ModelRequest, type Provider } from './model.ts';
import { builtinNames, findModel, isBare, type NameRefusal, namesFrom, namesOf, resolveModel } from './names.ts';
import { openai } from './openai.ts';
import { asking, createOwnList } from './own-list.ts';
import type { ProviderSettings } from './settings.ts';
import { answerTokensOf, estimateTokens } from './tokens.ts';
import { streamVendor, toModelError } from './vendor.ts';

/** Creates the models of each kind of provider; a new kind is one file and one entry here. */
const kinds: Readonly<Record<ProviderSettings['kind'], MakeModel>> = { openai, anthropic, compatible };

/** Max models of a provider kept between replies; the least recently used is removed first. */
const maxKeptModels = 200;

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
  const made = settings.map((each) => createProvider(each, { openDoor, limits }));
  const providers: readonly Provider[] = [builtin, ...made.map(({ provider }) => provider)];
  const allReady = () => Promise.all(providers.map((provider) => provider.ready()));
  return {
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
    /** Calls a model within the limits. Throws a `ModelError`; its message continues a sentence about the provider. */
    stream: ({ provider, name }: FoundModel, request: Omit<ModelRequest, 'model'>): AsyncGenerator<ModelPart> => {
      if (provider.missing !== undefined) throw new ModelError('not_configured', `set ${provider.missing} to use it`);
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

/** What providers share. */
interface ProviderParts {
  readonly openDoor: () => Promise<OperatorFetch>;
  readonly limits: ModelLimits;
}

interface MadeProvider {
  readonly provider: Provider;
  /**
   * Stops asking for the provider's list. Undefined if the operator has set the list, or the provider can't be asked.
   */
  readonly stopAsking?: (() => void) | undefined;
}

function createProvider(settings: ProviderSettings, { openDoor, limits }: ProviderParts): MadeProvider {
  const names = namesOf(settings);
  const own = names.open && names.configured ? createOwnList(asking(settings, openDoor), limits) : undefined;
  const missing = names.configured ? undefined : `${settings.prefix}_API_KEY`;
  const listed = {
    ...names,
    /** Changes when the list is read again. */
    get models() {
      const models = own?.models();
      return models === undefined ? names.models : namesFrom(settings.kind, models);
    },
    get listed() {
      return names.listed || own?.models() !== undefined;
    },
    get listProblem() {
      return missing === undefined ? own?.problem() : `The operator has not set ${missing}.`;
    },
    ready: async () => own?.ready(),
    missing,
  };
  const called = callable(settings, async (...request) => (await openDoor()).fetch(...request));
  return { provider: Object.assign(listed, called), stopAsking: own?.close };
}

/** How a provider is called. */
function callable(
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
): Pick<Provider, 'contextTokens' | 'firstToken' | 'stream'> {
  const { kind, apiKey, contextTokens, firstToken } = settings;
  // Anthropic's API refuses a request if prompt plus max output exceed the context, and its package requests the
  // model's maximum. Other providers let a reply use the remaining context, and may not support the parameter.
  const maxOutputTokens = kind === 'anthropic' ? answerTokensOf(contextTokens) : undefined;
  let vendor: ReturnType<MakeModel> | undefined;
  const cache = new LRUCache<string, LanguageModelV3>({ max: maxKeptModels });
  /** Caches models, because a vendor's package compiles its schemas for each one: as much work as a short reply. */
  const modelOf = (name: string, create: (name: string) => LanguageModelV3): LanguageModelV3 => {
    const model = cache.get(name) ?? create(name);
    cache.set(name, model);
    return model;
  };
  return {
    contextTokens,
    firstToken,
    stream: async function* (request) {
      vendor ??= kinds[kind](settings, fetch);
      const makeModel = await vendor;
      try {
        yield* streamVendor(modelOf(request.model, makeModel), request, maxOutputTokens);
      } catch (error) {
        throw toModelError(error, apiKey === undefined ? [] : [apiKey]);
      }
    },
  };
}
