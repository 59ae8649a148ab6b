import { useHotkeys } from '@mantine/hooks';
import type { Selection } from './selection.ts';

/** True if the keys have another meaning there: they type text, or close an overlay. */
const isOthers = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="menu"]') !== null;

/** `x` selects the row with the focus, Shift and `x` all up to it, and Escape none. */
export function useSelectionKeys(selection: Selection | undefined): void {
  const toggle = (isRange: boolean) => (event: KeyboardEvent) => {
    if (isOthers(event.target) || !(event.target instanceof Element)) return;
    const row = event.target.closest('tr')?.querySelector<HTMLElement>('a[data-row]');
    const id = row?.dataset['row'];
    if (id !== undefined) selection?.toggle(id, isRange);
  };
  const keys = { preventDefault: false };
  useHotkeys(
    [
      ['x', toggle(false), keys],
      ['shift+X', toggle(true), keys],
      ['Escape', (event) => !isOthers(event.target) && selection?.clear(), keys],
    ],
    [],
  );
}
