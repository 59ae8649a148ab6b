import type { LanguageModelV3 } from '@ai-sdk/provider';
import { LRUCache } from 'lru-cache';
import { toModelError } from '../to-model-error.ts';
import { answerTokensOf } from '../tokens.ts';
import { streamVendor } from './call-vendor.ts';
import type { MakeStream, StreamParts } from './kind.ts';

/** Max models kept between replies; the least recently used is removed first. */
const maxKeptModels = 200;

async function load({ settings: { apiKey, baseUrl }, fetch }: StreamParts) {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  return createAnthropic({ fetch, ...(apiKey && { apiKey }), ...(baseUrl && { baseURL: baseUrl }) });
}

/**
 * Streams replies of Anthropic's models (Messages API). The API refuses a request if prompt plus max output exceed the
 * context, and the package requests the model's maximum, so the output is limited.
 */
export const anthropic: MakeStream = (parts) => {
  const maxOutputTokens = answerTokensOf(parts.settings.contextTokens);
  /** Caches models, because the package compiles its schemas for each one: as much work as a short reply. */
  const cache = new LRUCache<string, LanguageModelV3>({ max: maxKeptModels });
  let vendor: ReturnType<typeof load> | undefined;
  const { apiKey } = parts.settings;
  return async function* (request) {
    vendor ??= load(parts);
    const model = cache.get(request.model) ?? (await vendor).messages(request.model);
    cache.set(request.model, model);
    try {
      yield* streamVendor(model, request, maxOutputTokens);
    } catch (error) {
      // Its words may contain the key.
      throw toModelError(error, apiKey === undefined ? [] : [apiKey]);
    }
  };
};
