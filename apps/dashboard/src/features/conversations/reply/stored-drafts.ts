import { draftPrefix, drafts } from '../../chat/drafts.ts';
import type { Draft } from '../../chat/use-composer.ts';

/** Max drafts that the browser keeps; the oldest ones go first. */
const maxKept = 50;

/** Time for which the browser keeps a draft, in ms. */
const maxAge = 30 * 24 * 60 * 60 * 1_000;

/** The draft of a reply: the browser keeps it, for this user alone, over a reload. */
export const replyDraft = (userId: string, conversationId: string): Draft =>
  keptDraft(`reply ${userId} ${conversationId}`);

/** A draft that the browser keeps under a name, which has the ID of its user. */
export const keptDraft = (name: string): Draft => ({
  read: () => readDraft(name),
  keep: (text) => keepDraft(name, text),
});

function readDraft(name: string): string {
  const here = drafts.get(name);
  if (here !== undefined) return here;
  const kept = parsed(localStorage.getItem(draftPrefix + name));
  return kept === undefined || kept.at < Date.now() - maxAge ? '' : kept.text;
}

function keepDraft(name: string, text: string): void {
  const key = draftPrefix + name;
  if (text === '') {
    drafts.delete(name);
    localStorage.removeItem(key);
    return;
  }
  drafts.set(name, text);
  if (localStorage.getItem(key) === null) dropOldest();
  try {
    localStorage.setItem(key, `${Date.now()} ${text}`);
  } catch {
    // The browser's storage is full: the draft then lives as long as the tab.
  }
}

/** Makes room for one more draft. */
function dropOldest(): void {
  const all = Object.keys(localStorage)
    .filter((key) => key.startsWith(draftPrefix))
    .map((key) => ({ key, at: parsed(localStorage.getItem(key))?.at ?? 0 }))
    .sort((one, other) => other.at - one.at);
  const tooOld = Date.now() - maxAge;
  for (const [index, { key, at }] of all.entries())
    if (index >= maxKept - 1 || at < tooOld) localStorage.removeItem(key);
}

/** A kept draft: the time of its last change in ms since 1970, a space, and its text. */
function parsed(kept: string | null): { readonly at: number; readonly text: string } | undefined {
  const space = kept?.indexOf(' ') ?? -1;
  if (kept === null || space === -1) return undefined;
  return { at: Number(kept.slice(0, space)), text: kept.slice(space + 1) };
}
