import type { ModelList } from '@parley/sdk';

/** A selectable model and one sentence about it. */
export interface ModelChoice {
  readonly name: string;
  readonly isUsable: boolean;
  readonly note: string | undefined;
}

/** The models of the instance; usable ones come first. */
export const choicesOf = ({ items }: ModelList): ModelChoice[] =>
  items
    .map(({ _id: name, usable, reason, description }) => ({
      name,
      isUsable: usable,
      note: reason ?? description ?? undefined,
    }))
    .sort((one, other) => Number(other.isUsable) - Number(one.isUsable));

/** A note about the chosen or typed model; `isTrouble` if it cannot reply. */
export function noteOn(model: string, list: ModelList | undefined): { words: string; isTrouble: boolean } {
  const item = list?.items.find(({ _id }) => _id === model);
  const words = item?.description ?? 'In the form provider/name. The operator configures the providers.';
  const general = { words, isTrouble: false };
  const slash = model.indexOf('/');
  if (list === undefined || slash < 1) return general;
  const provider = list.providers.find(({ name }) => name === model.slice(0, slash));
  if (provider === undefined) return { words: `No provider is called ${model.slice(0, slash)}.`, isTrouble: true };
  if (!provider.open && item === undefined) {
    return { words: `${provider.name} has no model of this name.`, isTrouble: true };
  }
  if (provider.usable) {
    if (provider.listed || item !== undefined) return general;
    return {
      words: `Any name can be tried. The list of ${provider.name} is not known: ${lower(provider.listReason)}`,
      isTrouble: false,
    };
  }
  return { words: `It can’t reply yet. ${provider.reason ?? ''}`.trimEnd(), isTrouble: true };
}

/** A sentence as it continues another one. */
const lower = (sentence: string | null) =>
  sentence === null ? 'ask the operator.' : sentence.charAt(0).toLowerCase() + sentence.slice(1);
