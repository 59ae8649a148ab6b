import type { ModelLimits } from '../limits.ts';
import type { ModelPart, ModelRequest, Thought } from '../model.ts';
import type { ProviderSettings } from '../providers/settings.ts';

/** Parts that a kind of provider is created from. */
export interface StreamParts {
  readonly settings: ProviderSettings;
  readonly fetch: typeof globalThis.fetch;
  readonly limits: Pick<ModelLimits, 'afterFinish'>;
}

/** Creates the function that streams replies of a provider. Each kind of provider implements it once. */
export type MakeStream = (parts: StreamParts) => (request: ModelRequest) => AsyncGenerator<ModelPart | Thought>;
