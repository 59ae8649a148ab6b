import { type RefObject, useState } from 'react';
import { useSuggestion } from './use-suggestion.ts';

/** Max characters of the field that are taken as a wish for the draft. */
const maxWish = 1_000;

/** The field of a reply: its text, and the function that types into it. */
export interface ReplyField {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

/** A draft that is streamed into the field of a reply. Text that is there already tells what it should say. */
export function useDraft(conversation: string, { text, type, field }: ReplyField) {
  const { isRunning, start, stop } = useSuggestion(conversation);
  /** The draft in the field, and what was there before it. */
  const [drafted, setDrafted] = useState<{ readonly text: string; readonly before: string }>();
  const isShown = drafted !== undefined && drafted.text === text && !isRunning;
  return {
    isRunning,
    stop,
    /** True while the field has the whole draft, unchanged. */
    isShown,
    write: async () => {
      if (isRunning) return;
      const before = isShown ? drafted.before : text;
      const wish = before.trim();
      let last = '';
      await start({ kind: 'reply', ...(wish !== '' && { instructions: wish.slice(0, maxWish) }) }, (soFar) => {
        last = soFar;
        type(soFar);
        setDrafted({ text: soFar, before });
      });
      if (last === '') type(text);
      field.current?.focus();
    },
    undo: () => {
      type(drafted?.before ?? '');
      setDrafted(undefined);
      field.current?.focus();
    },
  };
}
