import { TextInput } from '@mantine/core';
import { fieldLimits } from '../../../api/field-limits.ts';
import { ChoiceFilter, choicesOf, OrderFilter } from '../../../ui/lists/choice-filter.tsx';
import { TypedFilter } from '../../../ui/lists/typed-filter.tsx';
import { Select } from '../../../ui/overlays/select.tsx';
import { statusLabels } from '../badges/status.tsx';
import { AgentFilter } from './agent-filter.tsx';
import { ChannelFilter } from './channel-filter.tsx';
import css from './filter-fields.module.css';
import type { ConversationSearch, Filters, sorts } from './list-search.ts';

const sortLabels: Record<(typeof sorts)[number], string> = {
  '-lastMessageAt': 'Latest message first',
  lastMessageAt: 'Oldest message first',
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
};

/** Lists open inside the popup: one beside it would close it. */
const inside = { isInside: true } as const;

/** The filters and the order of the list. */
export function FilterFields({ search, onChange }: Filters) {
  const { status, sort, agent, rating, tag, user, channel, after, before } = search;
  return (
    <div className={css['fields']}>
      <OrderFilter
        labels={sortLabels}
        {...inside}
        usual="-lastMessageAt"
        value={sort}
        onChange={(chosen) => onChange({ sort: chosen })}
      />
      <ChoiceFilter
        label="Status"
        {...inside}
        // Also what waits for one.
        choices={choicesOf({ ...statusLabels, human: 'With a person' })}
        value={status}
        onChange={(chosen) => onChange({ status: chosen })}
      />
      <Select
        label="Feedback"
        placeholder="Any"
        clearable
        clearButtonProps={{ 'aria-label': 'Any feedback' }}
        comboboxProps={{ withinPortal: false }}
        data={[
          { value: 'positive', label: 'Good' },
          { value: 'negative', label: 'Bad' },
        ]}
        value={rating ?? null}
        onChange={(chosen) => onChange({ rating: (chosen ?? undefined) as ConversationSearch['rating'] })}
      />
      <AgentFilter
        any="Any agent"
        {...inside}
        agent={agent}
        onChange={(chosen) => onChange({ agent: chosen, channel: undefined })}
      />
      <ChannelFilter agent={agent} channel={channel} onChange={(id) => onChange({ channel: id })} />
      <TypedFilter label="Tag" value={tag} onChange={(typed) => onChange({ tag: typed })} maxLength={fieldLimits.tag} />
      <TypedFilter label="User ID" value={user} onChange={(typed) => onChange({ user: typed })} />
      <TextInput
        type="date"
        label="Started on or after"
        value={after ?? ''}
        max={before}
        onChange={(event) => onChange({ after: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label="Started on or before"
        value={before ?? ''}
        min={after}
        onChange={(event) => onChange({ before: event.currentTarget.value || undefined })}
      />
      <TrialsFilter search={search} onChange={onChange} />
    </div>
  );
}

function TrialsFilter({ search, onChange }: Filters) {
  return (
    <Select
      label="Playground"
      placeholder="Without trials"
      clearable
      clearButtonProps={{ 'aria-label': 'Without trials' }}
      comboboxProps={{ withinPortal: false }}
      data={[
        { value: 'with', label: 'With trials' },
        { value: 'only', label: 'Only trials' },
      ]}
      value={search.playground ?? null}
      onChange={(chosen) => onChange({ playground: (chosen ?? undefined) as ConversationSearch['playground'] })}
    />
  );
}
