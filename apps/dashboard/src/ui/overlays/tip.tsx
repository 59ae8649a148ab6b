import { cloneElement, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { loadOverlays, useOverlays } from './load.ts';

/** Time that the pointer rests before the tip appears, in ms. */
const delay = 300;

type Tipped = ReactElement<React.HTMLAttributes<HTMLElement>>;

interface TipProps {
  readonly label: string;
  /** True if a touch shows it, too: for elements that do nothing else when touched. */
  readonly byTouch?: boolean;
  readonly children: Tipped;
}

/**
 * A text that appears beside an element at hover and keyboard focus, and vanishes by Escape (WCAG 2.2, 1.4.13). Its
 * code loads when the pointer or focus comes near it.
 */
export function Tip({ label, byTouch = false, children }: TipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = (element: HTMLElement, after: number) => {
    loadOverlays();
    setAnchor(element);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setOpen(true), after);
  };
  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const { props } = children;
  const tipped = cloneElement(children, {
    // An element that has the tip as its name needs no description with the same text.
    'aria-describedby': isOpen && props['aria-label'] !== label ? id : props['aria-describedby'],
    onPointerEnter: (event) => {
      if (byTouch || event.pointerType !== 'touch') open(event.currentTarget, delay);
    },
    // A finger has left as soon as it is lifted: the next touch elsewhere closes the tip.
    onPointerLeave: (event) => {
      if (event.pointerType !== 'touch') close();
    },
    onFocus: (event) => {
      props.onFocus?.(event);
      if (event.target.matches(':focus-visible')) open(event.currentTarget, 0);
    },
    onBlur: (event) => {
      props.onBlur?.(event);
      close();
    },
  });
  return (
    <>
      {tipped}
      {isOpen && anchor !== undefined && <Shown id={id} anchor={anchor} label={label} onClose={close} />}
    </>
  );
}

function Shown(props: { id: string; anchor: HTMLElement; label: string; onClose: () => void }) {
  const { id, anchor, label, onClose } = props;
  const Tooltip = useOverlays()?.Tooltip;
  useEffect(() => {
    const byKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The key closes the tip of the focused element and does no more: the focus stays.
      if (anchor.contains(document.activeElement)) event.preventDefault();
      onClose();
    };
    const elsewhere = ({ target }: PointerEvent) => !(target instanceof Node && anchor.contains(target)) && onClose();
    document.addEventListener('keydown', byKey, true);
    document.addEventListener('pointerdown', elsewhere);
    return () => {
      document.removeEventListener('keydown', byKey, true);
      document.removeEventListener('pointerdown', elsewhere);
    };
  });
  if (Tooltip === undefined) return null;
  // The library gives the tip an ID of its own.
  return <Tooltip target={anchor} label={<span id={id}>{label}</span>} opened />;
}
