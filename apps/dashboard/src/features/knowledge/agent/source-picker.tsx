import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { knowledgeQueries } from '../../../api/knowledge-queries.ts';
import { Icon } from '../../../ui/icons.tsx';
import { typeFacts } from '../source-words.ts';

/** How many sources are offered at once; typing finds the others. */
const maxOffered = 50;

/** A field that picks a source which the agent doesn't have yet. */
export function SourcePicker(props: {
  workspaceId: string;
  taken: readonly string[];
  isPending: boolean;
  onPick: (sourceId: string) => void;
}) {
  const { workspaceId, taken, isPending, onPick } = props;
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const filter = { workspaceId, limit: maxOffered, sort: 'name', ...(q !== '' && { q }) } as const;
  const { data } = useInfiniteQuery(knowledgeQueries.list(filter));
  const free = data?.items.filter(({ _id }) => !taken.includes(_id)) ?? [];
  return (
    <Select
      aria-label="Attach a source"
      placeholder="Attach a source of the workspace…"
      searchable
      leftSection={isPending ? <Loader size={14} /> : <Icon name="plus" />}
      nothingFoundMessage={q === '' ? 'The agent has every source' : 'No such source'}
      data={free.map(({ _id, name, type }) => ({ value: _id, label: `${name} (${typeFacts[type].label})` }))}
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
