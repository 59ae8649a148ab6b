import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { MakeModel } from './kind.ts';

/** Creates OpenAI models (chat completions API): it accepts every model name, and requests aren't stored. */
export const openai: MakeModel = async ({ apiKey, baseUrl }, fetch) => {
  const { createOpenAI } = await import('@ai-sdk/openai');
  const vendor = createOpenAI({ fetch, ...(apiKey && { apiKey }), ...(baseUrl && { baseURL: baseUrl }) });
  return (name): LanguageModelV3 => vendor.chat(name);
};
