import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { Select } from '../overlays/select.tsx';
import { Icon } from '../page/icons.tsx';

/** Maximum options offered at once; typing finds the others. */
export const maxOffered = 50;

/** Holds the typed text, and its trimmed form after a pause, to search for. */
export function useTypedSearch() {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  return { typed, setTyped, q };
}

/** A field that picks one of the results of a search, adds it, and is empty again. */
export function PickToAdd(props: {
  readonly label: string;
  readonly search: ReturnType<typeof useTypedSearch>;
  readonly offered: readonly { readonly value: string; readonly label: string }[];
  /** Texts for an empty list: nothing is left to add, or nothing matches the typed text. */
  readonly nothing: { readonly left: string; readonly found: string };
  readonly isPending: boolean;
  readonly onPick: (id: string) => void;
}) {
  const { label, search, offered, nothing, isPending, onPick } = props;
  const { typed, setTyped, q } = search;
  return (
    <Select
      aria-label={label}
      placeholder={`${label}…`}
      searchable
      leftSection={isPending ? <Loader size={14} /> : <Icon name="plus" />}
      nothingFoundMessage={q === '' ? nothing.left : nothing.found}
      data={offered}
      // The service has searched already.
      filter={({ options }) => options}
      disabled={isPending}
      searchValue={typed}
      onSearchChange={setTyped}
      value={null}
      onChange={(id) => {
        setTyped('');
        if (id !== null) onPick(id);
      }}
    />
  );
}
