import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus in an element whose buttons and fields come and go: whenever `state` has changed and the focused one
 * is gone, focuses the field, else the last button. Returns the properties of the element.
 */
export function useKeptFocus(state: string) {
  const ref: RefObject<HTMLDivElement | null> = useRef(null);
  const isInside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state decides which buttons and fields are there.
  useEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    const field = ref.current?.querySelector('textarea');
    const target = field ?? [...(ref.current?.querySelectorAll('button:not(:disabled)') ?? [])].at(-1);
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  }, [state]);
  return {
    ref,
    onFocus: () => {
      isInside.current = true;
    },
    // Without a target, the focused one was removed or disabled.
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (relatedTarget !== null) isInside.current = currentTarget.contains(relatedTarget);
    },
  };
}
