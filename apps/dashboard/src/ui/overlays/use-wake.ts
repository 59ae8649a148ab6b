import { useLayoutEffect, useRef, useState } from 'react';
import { loadOverlays, useOverlays } from './load.ts';

/** What somebody did in a field before its list of options was loaded. */
interface Doings {
  /** The characters that were selected, if the field had the focus. */
  selection: readonly [start: number, end: number] | undefined;
  wantsOptions: boolean;
  isPressing: boolean;
  typed: string | undefined;
}

/**
 * A field whose list of options loads when somebody comes near it. Until then it is a plain input that looks the same;
 * the field that takes its place continues where that was left.
 */
export function useWake() {
  const code = useOverlays();
  const [isWanted, setWanted] = useState(code !== undefined);
  const doings = useRef<Doings>({ selection: undefined, wantsOptions: false, isPressing: false, typed: undefined });
  const wake = () => {
    loadOverlays();
    setWanted(true);
  };
  const open = () => {
    doings.current.wantsOptions = true;
    wake();
  };
  const press = () => {
    doings.current.wantsOptions = true;
    doings.current.isPressing = true;
  };
  const letGo = () => {
    doings.current.isPressing = false;
  };
  const still = {
    role: 'combobox',
    'aria-haspopup': 'listbox',
    'aria-expanded': false,
    onPointerEnter: ({ pointerType }: React.PointerEvent) => pointerType !== 'touch' && wake(),
    onPointerDown: press,
    onPointerLeave: letGo,
    onPointerCancel: letGo,
    onClick: () => {
      letGo();
      open();
    },
    // Not during a press: the browser would give the focus to the page if the pressed element went away.
    onFocus: () => doings.current.isPressing || wake(),
    onKeyDown: ({ key }: React.KeyboardEvent) => {
      if (key === 'Enter' || key === ' ' || key === 'ArrowDown' || key === 'ArrowUp') open();
    },
  } as const;
  return { code: isWanted ? code : undefined, doings: doings.current, still };
}

/** Notes the selection of the plain input when the field takes its place; returns the reference to the input. */
export function useLeave(doings: Doings): React.RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const input = ref.current;
    return () => {
      if (input === null || document.activeElement !== input) return;
      doings.selection = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
    };
  }, [doings]);
  return ref;
}

/** Gives the field the focus and the selection of the plain input; returns the reference to the field's input. */
export function useArrive(doings: Doings): React.RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const input = ref.current;
    const { selection, typed } = doings;
    if (input === null || selection === undefined) return;
    input.focus({ preventScroll: true });
    input.setSelectionRange(...selection);
    if (typed !== undefined) type(input, typed);
    doings.selection = undefined;
  }, [doings]);
  return ref;
}

/** Types a text into an input that React controls: its own setter of the value would hide the change from React. */
function type(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
