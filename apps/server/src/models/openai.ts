import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { MakeModel } from './kind.ts';

/** OpenAI, through its chat completions: they take every model's name, and keep nothing of what is sent. */
export const openai: MakeModel = async ({ apiKey, baseUrl }, fetch) => {
  const { createOpenAI } = await import('@ai-sdk/openai');
  const vendor = createOpenAI({ fetch, ...(apiKey && { apiKey }), ...(baseUrl && { baseURL: baseUrl }) });
  return (name): LanguageModelV3 => vendor.chat(name);
};
