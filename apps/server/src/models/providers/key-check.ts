import { readTold, reasonOf, sayingOf } from '../failure.ts';
import { ModelError } from '../model.ts';
import { toModelError } from '../to-model-error.ts';
import { namesIn, readList } from './own-list.ts';
import type { ProviderParts } from './providers.ts';
import type { ProviderSettings } from './settings.ts';

/** Result of a key's check at the provider: the number of models that it lists, or the reason why it lists no model. */
export type KeyCheck = { readonly models: number } | { readonly error: ModelError };

/**
 * Asks a provider for its models with the key of its settings. That costs nothing and needs no model, and every
 * vendor refuses it to a wrong key. Never throws.
 */
export async function checkKey(settings: ProviderSettings, { openDoor, limits }: ProviderParts): Promise<KeyCheck> {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new ModelError('timeout', 'it did not answer in time')),
    limits.probe,
  );
  const secrets = settings.apiKey === undefined ? [] : [settings.apiKey];
  try {
    const { status, text } = await readList(settings, { door: openDoor, signal: controller.signal });
    const models = status === 200 ? namesIn(text) : undefined;
    if (models !== undefined) return { models: models.length };
    return { error: status === 200 ? unreadable : refusal(status, text, secrets) };
  } catch (error) {
    return { error: toModelError(error, secrets) };
  } finally {
    clearTimeout(timer);
  }
}

const unreadable = new ModelError('broken', 'its list of models can’t be read');

function refusal(status: number, text: string, secrets: readonly string[]): ModelError {
  const told = readTold(text, secrets);
  const reason = reasonOf(status, told);
  return new ModelError('refused', sayingOf(reason, status), { status, reason, told });
}
