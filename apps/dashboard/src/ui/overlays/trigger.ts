import { cloneElement, type ReactElement, useEffect, useId, useImperativeHandle, useState } from 'react';
import { loadOverlays } from './load.ts';

/** The props of a button that opens something. */
export type Trigger = ReactElement<React.ButtonHTMLAttributes<HTMLElement>>;

/**
 * A button that opens a menu or a dialog beside it. It is the same element before and after the code of the overlay is
 * loaded, so that it keeps the focus: the overlay is rendered beside it (`Anchor`), not around it.
 */
export function useTrigger(trigger: Trigger, popup: 'menu' | 'dialog') {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const button = cloneElement<React.ButtonHTMLAttributes<HTMLElement>>(trigger, {
    id: `${id}-target`,
    'aria-haspopup': popup,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-dropdown` : undefined,
    onPointerEnter: (event) => {
      trigger.props.onPointerEnter?.(event);
      loadOverlays();
    },
    onFocus: loadOverlays,
    onClick: (event) => {
      loadOverlays();
      setAnchor(event.currentTarget);
      setOpen(!isOpen);
    },
  });
  return { button, id, anchor, isOpen, setOpen };
}

/** Props that `useTrigger` passes to an overlay, once its button has been pressed. */
export type Triggered = Omit<ReturnType<typeof useTrigger>, 'button' | 'anchor'> & { readonly anchor: HTMLElement };

/**
 * True if an overlay shows itself. It opens after its first paint: only a change is animated, and remembers where the
 * focus was.
 */
export function useOpened(isOpen: boolean, isLoaded: boolean): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(isLoaded), [isLoaded]);
  return isReady && isOpen;
}

/** Stands for an element that is rendered elsewhere, as the target of an overlay. */
export function Anchor({ element, ref }: { element: HTMLElement; ref?: React.Ref<HTMLElement> }): null {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
