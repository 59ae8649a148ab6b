import { useState } from 'react';
import { drafts } from './drafts.ts';

/** Unsent text that survives leaving the page. */
export interface Draft {
  /** Returns the text; empty without a draft. */
  read(): string;
  /** Keeps a text; an empty one deletes the draft. */
  keep(text: string): void;
}

/** A draft that lives as long as the tab. */
export const tabDraft = (name: string): Draft => ({
  read: () => drafts.get(name) ?? '',
  keep: (text) => void (text === '' ? drafts.delete(name) : drafts.set(name, text)),
});

/** The text of a composer. `onSend` resolves to whether the message was accepted; a refused one returns to the input. */
export function useComposer(draft: Draft, onSend: (content: string) => Promise<boolean>) {
  const [text, setText] = useState(draft.read);
  const type = (typed: string) => {
    setText(typed);
    draft.keep(typed);
  };
  const send = async () => {
    const content = text.trim();
    type('');
    if (await onSend(content)) return;
    setText((typed) => typed || content);
    draft.keep(content);
  };
  return { text, type, send };
}
