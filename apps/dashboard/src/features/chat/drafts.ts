/** What was typed and not sent, by what it was typed for: it is there again when one comes back to it. */
const drafts = new Map<string, string>();

export const readDraft = (name: string): string => drafts.get(name) ?? '';

/** Keeps what is typed; an empty text is no draft. */
export function keepDraft(name: string, text: string): void {
  if (text === '') drafts.delete(name);
  else drafts.set(name, text);
}

/** Forgets what the person typed who leaves: whoever signs in next is somebody else. */
export const forgetDrafts = (): void => drafts.clear();
