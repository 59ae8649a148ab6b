import type { EmbeddingModelV3, LanguageModelV3 } from '@ai-sdk/provider';
import type { ProviderSettings } from '../providers/settings.ts';
import type { MakeEmbeddings, MakeModel } from './kind.ts';

async function load({ apiKey, baseUrl }: ProviderSettings, fetch: typeof globalThis.fetch) {
  const { createOpenAI } = await import('@ai-sdk/openai');
  return createOpenAI({ fetch, ...(apiKey && { apiKey }), ...(baseUrl && { baseURL: baseUrl }) });
}

/** Creates OpenAI models (chat completions API): it accepts every model name, and requests aren't stored. */
export const openai: MakeModel = async (settings, fetch) => {
  const vendor = await load(settings, fetch);
  return (name): LanguageModelV3 => vendor.chat(name);
};

/** Creates OpenAI's embedding models. */
export const openaiEmbeddings: MakeEmbeddings = async (settings, fetch) => {
  const vendor = await load(settings, fetch);
  return (name): EmbeddingModelV3 => vendor.embeddingModel(name);
};
