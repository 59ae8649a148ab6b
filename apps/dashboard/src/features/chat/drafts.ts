/** Unsent text by draft key, so that it survives leaving the page. */
const drafts = new Map<string, string>();

export const readDraft = (name: string): string => drafts.get(name) ?? '';

/** Keeps unsent text; an empty text deletes the draft. */
export function keepDraft(name: string, text: string): void {
  if (text === '') drafts.delete(name);
  else drafts.set(name, text);
}

/** Deletes all drafts when a user signs out or in. */
export const forgetDrafts = (): void => drafts.clear();
