import { useId, useLayoutEffect, useRef, useState } from 'react';
import { replaceSlash, type Sign, type SlashWord, slashAt } from './slash.ts';

/** The input of a picker: the word behind the `/`, and the functions by which it answers. */
export interface Slash {
  readonly word: string;
  /** The ID of its list. */
  readonly listId: string;
  /** Tells the ID of the chosen option, for screen readers. */
  setActive(id: string | undefined): void;
  /** Sets the function that handles keys while the picker is open; it returns true for one that it took. */
  setKeys(handle: ((key: string) => boolean) | undefined): void;
  /** Puts a text in place of the word. */
  pick(text: string): void;
}

/** The state of a `/`, or another sign, in a text field. Escape closes its picker until another one is typed. */
export function useSlash(text: string, onChange: (text: string) => void, sign: Sign = '/') {
  const listId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const keys = useRef<(key: string) => boolean>(undefined);
  const [found, setFound] = useState<SlashWord>();
  const [closed, setClosed] = useState<number>();
  const [active, setActive] = useState<string>();
  const [caret, setCaret] = useState<number>();
  const look = () => {
    const { current } = input;
    const at = current !== null ? slashAt(current.value, current.selectionStart, sign) : undefined;
    setFound((before) => (before?.start === at?.start && before?.word === at?.word ? before : at));
    if (at === undefined) setClosed(undefined);
  };
  // After React has set the new text, the caret would be at its end.
  useLayoutEffect(() => {
    if (caret === undefined) return;
    input.current?.focus();
    input.current?.setSelectionRange(caret, caret);
    setCaret(undefined);
  }, [caret]);
  const isOpen = found !== undefined && found.start !== closed;
  const open: Slash | undefined = isOpen
    ? {
        ...{ word: found.word, listId, setActive },
        setKeys: (handle) => {
          keys.current = handle;
        },
        pick: (by) => {
          const replaced = replaceSlash(text, found, by);
          onChange(replaced.text);
          setCaret(replaced.caret);
          setFound(undefined);
        },
      }
    : undefined;
  const onKey = (event: React.KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing || event.shiftKey) return false;
    const isTaken = event.key === 'Escape' || keys.current?.(event.key) === true;
    if (!isTaken) return false;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') setClosed(found.start);
    return true;
  };
  const aria = isOpen && {
    ...{ 'aria-autocomplete': 'list' as const, 'aria-controls': listId },
    ...(active !== undefined && { 'aria-activedescendant': active }),
  };
  return { open, onKey, field: { ref: input, onSelect: look, onBlur: () => setFound(undefined), ...aria } };
}
