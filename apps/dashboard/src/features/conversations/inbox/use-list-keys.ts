import { useHotkeys } from '@mantine/hooks';
import { type RefObject, useContext, useEffect, useRef } from 'react';
import type { Selection } from '../bulk/selection.ts';
import { isGoing, isTyping } from './commands/key-rules.ts';
import { InboxContext } from './inbox-context.ts';

interface KeyTargets {
  /** The open conversation. */
  readonly current: string | undefined;
  /** True if moving opens a conversation beside the list. */
  readonly isSplit: boolean;
  readonly selection: Selection | undefined;
}

/**
 * The keys of the list: `j` and `k` move between its rows (`a[data-row]`), and so do the arrow keys once a row has the
 * focus; `x` selects one, with Shift all up to it. Beside a conversation, moving opens the row. Escape leads from the
 * conversation to its row; from a row it ends the selection, else closes the conversation.
 */
export function useListKeys({ current, isSplit, selection }: KeyTargets): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const { conversations, open } = useContext(InboxContext);
  const links = () => [...(box.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])];
  const currentRow = () => links().find((link) => link.dataset['row'] === current);
  const focusedRow = () => links().find((link) => link.closest('li')?.contains(document.activeElement));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row is there once the list is loaded.
  useEffect(
    () => void currentRow()?.closest('li')?.scrollIntoView({ block: 'nearest' }),
    [current, conversations.length > 0],
  );

  const go = (row: HTMLElement | undefined) => {
    row?.focus();
    row?.closest('li')?.scrollIntoView({ block: 'nearest' });
    const conversation = conversations.find(({ _id }) => _id === row?.dataset['row']);
    if (isSplit && conversation !== undefined && conversation._id !== current) open(conversation);
  };
  const walk = (step: number, from: 'anywhere' | 'row') => (event: KeyboardEvent) => {
    const start = focusedRow();
    if (isGoing(event) || isTyping(event.target) || (start === undefined && from === 'row')) return;
    event.preventDefault();
    const all = links();
    const at = all.indexOf((start ?? currentRow()) as HTMLElement);
    go(all[at === -1 ? 0 : Math.max(0, Math.min(at + step, all.length - 1))]);
  };
  const select = (isRange: boolean) => (event: KeyboardEvent) => {
    const id = (focusedRow() ?? currentRow())?.dataset['row'];
    if (id !== undefined && !isTyping(event.target)) selection?.toggle(id, isRange);
  };
  const leave = ({ target, defaultPrevented }: KeyboardEvent) => {
    if (defaultPrevented || isElsewhere(target)) return;
    if (selection !== undefined && selection.ids.size > 0) return selection.clear();
    const row = currentRow();
    if (row !== undefined && document.activeElement !== row) row.focus();
    else if (current !== undefined) open(undefined);
  };
  const openViews = (event: KeyboardEvent) => {
    if (!isGoing(event) && !isTyping(event.target)) document.querySelector<HTMLElement>('[data-views]')?.click();
  };
  const keys = { preventDefault: false };
  useHotkeys([
    ['j', walk(1, 'anywhere'), keys],
    ['k', walk(-1, 'anywhere'), keys],
    ['ArrowDown', walk(1, 'row'), keys],
    ['ArrowUp', walk(-1, 'row'), keys],
  ]);
  useHotkeys(
    [
      ['x', select(false), keys],
      ['shift+X', select(true), keys],
      ['Escape', leave, keys],
      ['v', openViews, keys],
    ],
    [],
  );
  return box;
}

/** True if Escape has another meaning there: it discards an edit, or closes an overlay. The field of tags is left. */
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest(
    'input:not([type="checkbox"]), select, article textarea, aside textarea, [role="dialog"], [role="menu"]',
  ) !== null &&
  (target.closest('[data-tags]') === null || target.getAttribute('aria-expanded') === 'true');
