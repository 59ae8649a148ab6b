import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { MakeModel } from './kind.ts';

/** Creates models of any server with OpenAI's chat completions API: Ollama, vLLM, LiteLLM, a gateway. */
export const compatible: MakeModel = async ({ name, apiKey, baseUrl }, fetch) => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const vendor = createOpenAICompatible({
    name,
    baseURL: baseUrl ?? '',
    includeUsage: true,
    fetch,
    ...(apiKey && { apiKey }),
  });
  return (model): LanguageModelV3 => vendor.chatModel(model);
};
