import type { LanguageModelV3 } from '@ai-sdk/provider';
import { LRUCache } from 'lru-cache';
import { anthropic } from './anthropic.ts';
import { callModel } from './call.ts';
import { compatible } from './compatible.ts';
import { echo } from './echo.ts';
import { createExtract, type Search } from './extract.ts';
import type { GuardedFetch } from './guarded-fetch.ts';
import type { MakeModel } from './kind.ts';
import { type ModelLimits, modelLimits } from './limits.ts';
import { ModelError, type ModelPart, type ModelRequest, type Provider } from './model.ts';
import { builtinNames, findModel, namesOf, nearestNames } from './names.ts';
import { openai } from './openai.ts';
import type { ProviderSettings } from './settings.ts';
import { answerTokensOf, estimateTokens } from './tokens.ts';
import { streamVendor } from './vendor.ts';

/** How the models of each kind are made: a new kind is one file and one line here. */
const kinds: Readonly<Record<ProviderSettings['kind'], MakeModel>> = { openai, anthropic, compatible };

/** Max models of a provider kept between replies; the least recently used is removed first. */
const maxKeptModels = 200;

/** The tokens that the built-in models look at. */
const builtinContext = 32_000;

/** What models are made from. */
export interface ModelParts {
  readonly providers: readonly ProviderSettings[];
  readonly search: Search;
  readonly limits?: Partial<ModelLimits>;
}

/** A model that was found by its name. */
export interface FoundModel {
  readonly provider: Provider;
  /** Its name within the provider. */
  readonly name: string;
}

/** Every model that an agent can have, behind `provider/name`. */
export function createModels({ providers: settings, search, limits: given }: ModelParts) {
  const limits = { ...modelLimits, ...given };
  let guarded: Promise<GuardedFetch> | undefined;
  /** Loaded when a provider is first asked: most of what a process does needs none. */
  const fetch: typeof globalThis.fetch = async (...request) => {
    guarded ??= import('./guarded-fetch.ts').then(({ createGuardedFetch }) => createGuardedFetch(limits));
    return (await guarded).fetch(...request);
  };
  const extract = createExtract(search);
  const builtin: Provider = {
    ...builtinNames,
    contextTokens: builtinContext,
    missing: undefined,
    stream: (request) => (request.model === 'echo' ? echo(request) : extract(request)),
  };
  const providers = [builtin, ...settings.map((each) => createProvider(each, fetch))];
  return {
    providers: providers as readonly Provider[],
    limits,
    /** About how many tokens a text has. */
    estimate: estimateTokens,
    /** Finds a model; undefined where no provider can have one of that name. */
    find: (model: string): FoundModel | undefined => findModel(providers, model),
    /** What is wrong with a model's name, with those most like it; undefined where there can be such a model. */
    problem: (model: string): string | undefined =>
      findModel(providers, model) === undefined
        ? `names no model; the nearest are ${nearestNames(providers, model).join(', ')}`
        : undefined,
    /** Asks a model, within the limits. Throws a `ModelError` whose message says what `provider` did wrong. */
    stream: ({ provider, name }: FoundModel, request: Omit<ModelRequest, 'model'>): AsyncGenerator<ModelPart> => {
      if (provider.missing !== undefined) throw new ModelError('not_configured', `set ${provider.missing} to use it`);
      const { firstToken = limits.firstToken } = provider;
      return callModel(provider, { ...request, model: name }, { ...limits, firstToken });
    },
    close: async (): Promise<void> => {
      await (await guarded)?.close();
    },
  };
}

function createProvider(settings: ProviderSettings, fetch: typeof globalThis.fetch): Provider {
  const { kind, prefix, apiKey, contextTokens, firstToken } = settings;
  // Anthropic's API refuses a request whose prompt and largest answer don't fit together, and its package would ask for
  // the largest that the model can give. Elsewhere an answer may have what is left, and one that names a bound may not
  // be understood.
  const maxOutputTokens = kind === 'anthropic' ? answerTokensOf(contextTokens) : undefined;
  let vendor: ReturnType<MakeModel> | undefined;
  const made = new LRUCache<string, LanguageModelV3>({ max: maxKeptModels });
  /** A vendor's package builds and compiles its schemas anew with each model: as much work as a short answer. */
  const modelOf = (name: string, make: (name: string) => LanguageModelV3): LanguageModelV3 => {
    const model = made.get(name) ?? make(name);
    made.set(name, model);
    return model;
  };
  return {
    ...namesOf(settings),
    contextTokens,
    firstToken,
    missing: kind === 'compatible' || apiKey !== undefined ? undefined : `${prefix}_API_KEY`,
    stream: async function* (request) {
      vendor ??= kinds[kind](settings, fetch);
      const makeModel = await vendor;
      yield* streamVendor(modelOf(request.model, makeModel), request, maxOutputTokens);
    },
  };
}
