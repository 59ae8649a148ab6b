import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queries } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { ChoiceFilter } from '../../ui/lists/choice-filter.tsx';
import filters from '../../ui/lists/list-filters.module.css';
import { Select } from '../../ui/overlays/select.tsx';
import { AgentFilter } from '../conversations/filters/agent-filter.tsx';
import { type EventSearch, type EventSearchChanges, isFiltered } from './event-search.ts';
import { eventGroups } from './event-words.ts';
import css from './events.module.css';
import { shortId } from './object-name.tsx';

interface FiltersProps {
  readonly search: EventSearch;
  readonly onChange: (changes: EventSearchChanges) => void;
  /** Stands beside the clear button: the number of events, or a switch. */
  readonly children?: ReactNode;
}

/** The filters of the log, which stand in the address. */
export function EventFilters({ search, onChange, children }: FiltersProps) {
  const { group, agent, actor, after, before } = search;
  const clear = () =>
    onChange({ group: undefined, agent: undefined, actor: undefined, after: undefined, before: undefined });
  return (
    <div className={filters['filters']}>
      <ChoiceFilter
        label="Type"
        width={180}
        choices={eventGroups}
        value={group}
        onChange={(next) => onChange({ group: next })}
      />
      <ActorFilter actor={actor} onChange={(next) => onChange({ actor: next })} />
      <AgentFilter any="Any agent" agent={agent} onChange={(next) => onChange({ agent: next })} />
      <TextInput
        type="date"
        aria-label="On or after"
        leftSection="From"
        leftSectionWidth={52}
        className={css['day'] ?? ''}
        value={after ?? ''}
        max={before}
        onChange={(event) => onChange({ after: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        aria-label="On or before"
        leftSection="To"
        leftSectionWidth={36}
        className={css['day'] ?? ''}
        value={before ?? ''}
        min={after}
        onChange={(event) => onChange({ before: event.currentTarget.value || undefined })}
      />
      <div className={filters['summary']}>
        {children}
        {isFiltered(search) && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
    </div>
  );
}

/** Filters by who did it: the members, the newest keys, the system and the operator. */
function ActorFilter({
  actor,
  onChange,
}: {
  actor: string | undefined;
  onChange: (actor: string | undefined) => void;
}) {
  const { workspace } = useWorkspace();
  const { data: members = [] } = useQuery(queries.allMembers(workspace._id));
  const { data: keys = [] } = useQuery(queries.newestKeys());
  const people = members.map(({ user }) => ({ value: user._id, label: user.name || user.email }));
  const programs = keys.map(({ _id, name, lastFour }) => ({ value: _id, label: `${name} …${lastFour}` }));
  const others = [
    { value: 'system', label: 'System' },
    { value: 'operator', label: 'Operator' },
  ];
  const isOffered = actor === undefined || [...people, ...programs, ...others].some(({ value }) => value === actor);
  return (
    <Select
      aria-label="Who"
      placeholder="Anyone"
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'Anyone' }}
      nothingFoundMessage="Nothing found"
      w={170}
      data={[
        { group: 'People', items: people },
        { group: 'API keys', items: programs },
        { group: 'Others', items: isOffered ? others : [...others, { value: actor, label: shortId(actor) }] },
      ]}
      value={actor ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
