import type { LanguageModelV3 } from '@ai-sdk/provider';
import { LRUCache } from 'lru-cache';
import type { OperatorFetch } from '../../outbound/operator-fetch.ts';
import { anthropic } from '../adapters/anthropic.ts';
import { streamVendor, toModelError } from '../adapters/call-vendor.ts';
import { compatible } from '../adapters/compatible.ts';
import type { MakeModel } from '../adapters/kind.ts';
import { openai } from '../adapters/openai.ts';
import type { ModelLimits } from '../limits.ts';
import type { Provider } from '../model.ts';
import { namesFrom, namesOf } from '../names.ts';
import { answerTokensOf } from '../tokens.ts';
import { asking, createOwnList } from './own-list.ts';
import type { ProviderSettings } from './settings.ts';

/** Creates the models of each kind of provider; a new kind is one file and one entry here. */
const kinds: Readonly<Record<ProviderSettings['kind'], MakeModel>> = { openai, anthropic, compatible };

/** Max models of a provider kept between replies; the least recently used is removed first. */
const maxKeptModels = 200;

/** Parts that providers share. */
export interface ProviderParts {
  readonly openDoor: () => Promise<OperatorFetch>;
  readonly limits: ModelLimits;
}

/** A provider that was created from settings. */
export interface MadeProvider {
  readonly provider: Provider;
  /**
   * Stops asking for the provider's list. Undefined if the operator has set the list, or the provider can't be asked.
   */
  readonly stopAsking?: (() => void) | undefined;
}

/** Creates a provider from its settings. */
export function createProvider(settings: ProviderSettings, { openDoor, limits }: ProviderParts): MadeProvider {
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
      return missing === undefined ? own?.problem() : keyMissing(missing);
    },
    ready: async () => own?.ready(),
    missing,
  };
  const called = callable(settings, async (...request) => (await openDoor()).fetch(...request));
  return { provider: Object.assign(listed, called), stopAsking: own?.close };
}

/** Says that a provider has no key; `setting` is the name of the setting that would have it. */
export const keyMissing = (setting: string): string => `It has no API key (${setting}).`;

/** The functions that call a provider. */
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
