import type { ModelList } from '@parley/sdk';

/** What well-known models are good for. */
const notes: Readonly<Record<string, string>> = {
  'builtin/extract': 'Replies from the agent’s knowledge sources and quotes them. Needs no key.',
  'builtin/echo': 'Repeats the message, for tests and integrations.',
};

/** A selectable model and one sentence about it. */
export interface ModelChoice {
  readonly name: string;
  readonly isUsable: boolean;
  readonly note: string | undefined;
}

/** The models of the instance; usable ones come first. */
export const choicesOf = ({ items }: ModelList): ModelChoice[] =>
  items
    .map(({ _id: name, usable, reason }) => ({ name, isUsable: usable, note: reason ?? notes[name] }))
    .sort((one, other) => Number(other.isUsable) - Number(one.isUsable));

/** A note about the chosen or typed model; `isTrouble` if it cannot reply. */
export function noteOn(model: string, list: ModelList | undefined): { words: string; isTrouble: boolean } {
  const general = {
    words: notes[model] ?? 'In the form provider/name. The operator configures the providers.',
    isTrouble: false,
  };
  const slash = model.indexOf('/');
  if (list === undefined || slash < 1) return general;
  const provider = list.providers.find(({ name }) => name === model.slice(0, slash));
  if (provider === undefined) return { words: `No provider is called ${model.slice(0, slash)}.`, isTrouble: true };
  if (!provider.open && !list.items.some(({ _id }) => _id === model)) {
    return { words: `${provider.name} has no model of this name.`, isTrouble: true };
  }
  if (provider.usable) return general;
  return { words: `It can’t reply yet. ${provider.reason ?? ''}`.trimEnd(), isTrouble: true };
}
