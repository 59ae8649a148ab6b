import type { EmbeddingModelV3, LanguageModelV3 } from '@ai-sdk/provider';
import type { ProviderSettings } from '../providers/settings.ts';

/**
 * Loads a vendor's package and returns a function that creates models by name. Each kind of provider implements it
 * once.
 */
export type MakeModel = (
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
) => Promise<(name: string) => LanguageModelV3>;

/** Like `MakeModel`, for the embedding models of a kind of provider that has some. */
export type MakeEmbeddings = (
  settings: ProviderSettings,
  fetch: typeof globalThis.fetch,
) => Promise<(name: string) => EmbeddingModelV3>;
