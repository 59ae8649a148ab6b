import { useState } from 'react';

/** Which rows of a list are selected, and what changes that. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Selects a row or removes it from the selection; with `isRange`, also all rows between it and the last one. */
  toggle(id: string, isRange: boolean): void;
  /** Selects all rows, or none if all are selected. */
  toggleAll(): void;
  clear(): void;
}

interface Chosen {
  readonly ids: ReadonlySet<string>;
  /** The row that was selected or removed last: the start of a range. */
  readonly last: string | undefined;
}

const nothing: Chosen = { ids: new Set(), last: undefined };

/** The selection among the rows of a list. Rows that leave the list leave the selection. */
export function useSelection(rows: readonly string[]): Selection {
  const [chosen, setChosen] = useState(nothing);
  const ids = new Set(rows.filter((id) => chosen.ids.has(id)));
  const isWhole = rows.length > 0 && ids.size === rows.length;
  return {
    ids,
    toggle: (id, isRange) => setChosen({ ids: toggled({ rows, ids, last: chosen.last }, id, isRange), last: id }),
    toggleAll: () => setChosen(isWhole ? nothing : { ids: new Set(rows), last: undefined }),
    clear: () => setChosen(nothing),
  };
}

/** The selection after a row was toggled. A range gets the state that the row gets. */
export function toggled(
  { rows, ids, last }: Chosen & { readonly rows: readonly string[] },
  id: string,
  isRange: boolean,
): ReadonlySet<string> {
  const next = new Set(ids);
  const from = isRange && last !== undefined ? rows.indexOf(last) : -1;
  const to = rows.indexOf(id);
  const range = from === -1 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  for (const each of range) {
    if (ids.has(id)) next.delete(each);
    else next.add(each);
  }
  return next;
}
