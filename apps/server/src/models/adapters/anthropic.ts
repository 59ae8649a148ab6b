import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { MakeModel } from './kind.ts';

/** Creates Anthropic models (Messages API). */
export const anthropic: MakeModel = async ({ apiKey, baseUrl }, fetch) => {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  const vendor = createAnthropic({ fetch, ...(apiKey && { apiKey }), ...(baseUrl && { baseURL: baseUrl }) });
  return (name): LanguageModelV3 => vendor.messages(name);
};
