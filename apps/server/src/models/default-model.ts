import { builtinNames, namesOf, resolveModel } from './names.ts';
import type { ProviderSettings } from './settings.ts';

/**
 * Reads `PARLEY_DEFAULT_MODEL` and returns it as `provider/name`; undefined if it isn't set. Adds a sentence to
 * `problems` if no provider can have the model. Lists of the providers themselves aren't known yet.
 */
export function readDefaultModel(
  model: string,
  providers: readonly ProviderSettings[],
  problems: string[],
): string | undefined {
  if (model === '') return undefined;
  const found = resolveModel([builtinNames, ...providers.map(namesOf)], model);
  if ('provider' in found) return `${found.provider.name}/${found.name}`;
  problems.push(`PARLEY_DEFAULT_MODEL: ${found.sentence}`);
  return undefined;
}
