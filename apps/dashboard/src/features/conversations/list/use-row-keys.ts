import { useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';

/**
 * Moves between the rows of a list (`a[data-row]`) with `j` and `k`, and with the arrow keys once a row has the focus.
 * Begins at the row of the current page, if there is one.
 */
export function useRowKeys<List extends HTMLElement>() {
  const list = useRef<List>(null);
  const walk = (step: number, from: 'anywhere' | 'row') => (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])];
    const focused = links.findIndex((link) => link.matches(':focus'));
    if (focused === -1 && from === 'row') return;
    event.preventDefault();
    const at = focused === -1 ? links.findIndex((link) => link.matches('[aria-current]')) : focused;
    const next = links[at === -1 ? 0 : Math.max(0, Math.min(at + step, links.length - 1))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const keys = { preventDefault: false };
  useHotkeys([
    ['j', walk(1, 'anywhere'), keys],
    ['k', walk(-1, 'anywhere'), keys],
    ['ArrowDown', walk(1, 'row'), keys],
    ['ArrowUp', walk(-1, 'row'), keys],
  ]);
  return list;
}
