import type { EmbeddingModelV3, LanguageModelV3 } from '@ai-sdk/provider';
import type { ProviderSettings } from '../providers/settings.ts';
import type { MakeEmbeddings, MakeModel } from './kind.ts';

async function load({ name, apiKey, baseUrl }: ProviderSettings, fetch: typeof globalThis.fetch) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name,
    baseURL: baseUrl ?? '',
    includeUsage: true,
    fetch,
    ...(apiKey && { apiKey }),
  });
}

/** Creates models of any server with OpenAI's chat completions API: Ollama, vLLM, LiteLLM, a gateway. */
export const compatible: MakeModel = async (settings, fetch) => {
  const vendor = await load(settings, fetch);
  return (model): LanguageModelV3 => vendor.chatModel(model);
};

/** Creates embedding models of such a server. */
export const compatibleEmbeddings: MakeEmbeddings = async (settings, fetch) => {
  const vendor = await load(settings, fetch);
  return (model): EmbeddingModelV3 => vendor.embeddingModel(model);
};
