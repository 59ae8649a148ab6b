import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { Icon } from '../../../ui/icons.tsx';

/** How many agents are offered at once; typing finds the others. */
const maxOffered = 50;

/** A field that picks an agent which doesn't have the source yet. */
export function AgentPicker(props: {
  workspaceId: string;
  taken: readonly string[];
  isPending: boolean;
  onPick: (agentId: string) => void;
}) {
  const { workspaceId, taken, isPending, onPick } = props;
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const { data } = useQuery(
    queries.agents({ workspaceId, limit: maxOffered, sort: 'name', includeTotal: false, ...(q !== '' && { q }) }),
  );
  const free = data?.items.filter(({ _id }) => !taken.includes(_id)) ?? [];
  return (
    <Select
      aria-label="Attach to an agent"
      placeholder="Attach to an agent…"
      searchable
      leftSection={isPending ? <Loader size={14} /> : <Icon name="plus" />}
      nothingFoundMessage={q === '' ? 'Every agent has it' : 'No such agent'}
      data={free.map(({ _id, name }) => ({ value: _id, label: name }))}
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
