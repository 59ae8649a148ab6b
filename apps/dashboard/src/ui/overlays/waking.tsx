import type { AutocompleteProps, SelectProps, TagsInputProps } from '@mantine/core';
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { loadOverlays, useOverlays } from './load.ts';

/** The fields with a list of options, and their props. */
interface Fields {
  Select: SelectProps;
  Autocomplete: AutocompleteProps;
  TagsInput: TagsInputProps;
}

/** Input in a field before its list of options was loaded. */
interface Doings {
  /** The characters that were selected, if the field had the focus. */
  selection: readonly [start: number, end: number] | undefined;
  wantsOptions: boolean;
  isPressing: boolean;
  typed: string | undefined;
}

/** Props of the plain input that stands for a field. */
export interface StillProps<Props> {
  readonly field: Props;
  /** The props of its input. */
  readonly still: ReturnType<typeof useWake>['still'];
  readonly doings: Doings;
}

/**
 * A field of the library whose list of options loads when the pointer or focus comes near it. Until then it is a plain
 * input that looks the same (`Still`); the field that takes its place continues with the input so far.
 */
export function waking<Name extends keyof Fields>(name: Name, Still: ComponentType<StillProps<Fields[Name]>>) {
  function Awake({ Field, field, doings }: { Field: ComponentType; field: Fields[Name]; doings: Doings }) {
    const ref = useArrive(doings);
    const props = { ref, ...field, defaultDropdownOpened: doings.wantsOptions && !field.readOnly };
    return <Field {...props} />;
  }
  return function Waking(field: Fields[Name]) {
    const { code, doings, still } = useWake();
    if (code === undefined) return <Still field={field} still={still} doings={doings} />;
    return <Awake Field={code[name] as ComponentType} field={field} doings={doings} />;
  };
}

function useWake() {
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
  const press = (isPressing: boolean) => {
    doings.current.wantsOptions = isPressing;
    doings.current.isPressing = isPressing;
  };
  const still = {
    role: 'combobox',
    'aria-haspopup': 'listbox',
    'aria-expanded': false,
    onPointerEnter: ({ pointerType }: React.PointerEvent) => pointerType !== 'touch' && wake(),
    onPointerDown: () => press(true),
    // A finger has left as soon as it is lifted, before the click.
    onPointerLeave: ({ pointerType }: React.PointerEvent) => pointerType !== 'touch' && press(false),
    onPointerCancel: () => press(false),
    onClick: () => {
      doings.current.isPressing = false;
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

/** Gives the field the focus, the selection and the typed text of the plain input; returns the reference to the field's input. */
function useArrive(doings: Doings): React.RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const input = ref.current;
    const { selection } = doings;
    if (input === null || selection === undefined) return;
    input.focus({ preventScroll: true });
    input.setSelectionRange(...selection);
    doings.selection = undefined;
  }, [doings]);
  // After the field's own effects, which begin with the label of its value.
  useEffect(() => {
    const { typed } = doings;
    if (ref.current === null || typed === undefined) return;
    type(ref.current, typed);
    doings.typed = undefined;
  }, [doings]);
  return ref;
}

/** Types a text into an input that React controls: its own setter of the value would hide the change from React. */
function type(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
