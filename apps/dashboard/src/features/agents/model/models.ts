import type { ModelList } from '@parley/sdk';
import { titleOf } from '../../models/provider-words.ts';

/** A selectable model, or a provider without a selectable model, and one sentence about it. */
export interface ModelChoice {
  readonly name: string;
  readonly isUsable: boolean;
  readonly note: string | undefined;
}

/** The choices under one heading. */
export interface ModelGroup {
  readonly title: string;
  readonly choices: readonly ModelChoice[];
}

/**
 * The models of the instance in groups: those of the providers that can be used, the built-in ones, and a line for each
 * provider that is not set up.
 */
export function groupsOf({ items, providers }: ModelList): ModelGroup[] {
  const usable = providers.filter((provider) => provider.usable);
  const own = usable.filter(({ name }) => name !== builtin);
  const groups = [...own, ...usable.filter(({ name }) => name === builtin)].map(({ name }) => ({
    title: titleOf(name),
    choices: items
      .filter(({ provider }) => provider === name)
      .map(({ _id, description }) => ({ name: _id, isUsable: true, note: description ?? undefined })),
  }));
  const missing = providers
    .filter((provider) => !provider.usable)
    .map(({ name, reason }) => ({ name: `${name}/…`, isUsable: false, note: reason ?? undefined }));
  return [...groups, { title: 'Not set up', choices: missing }].filter(({ choices }) => choices.length > 0);
}

/** True if agents can use a model that writes its own sentences. */
export const hasWriter = ({ providers }: ModelList): boolean =>
  providers.some(({ name, usable }) => usable && name !== builtin);

/** The provider of the built-in models. */
const builtin = 'builtin';

/** A note about the chosen or typed model; `isTrouble` if it cannot reply. */
export function noteOn(model: string, list: ModelList | undefined): { words: string; isTrouble: boolean } {
  const item = list?.items.find(({ _id }) => _id === model);
  const words = item?.description ?? 'In the form provider/name.';
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
