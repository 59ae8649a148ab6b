import { Stack, TextInput } from '@mantine/core';
import { fieldLimits } from '../../../api/field-limits.ts';
import { TypedFilter } from '../../../ui/lists/typed-filter.tsx';
import { Select } from '../../../ui/overlays/select.tsx';
import { ChannelFilter } from './channel-filter.tsx';
import type { ConversationSearch, Filters } from './list-search.ts';

/** The fields of the rarely used filters. */
export function MoreFields({ search, onChange }: Filters) {
  const { agent, rating, tag, user, channel, playground, after, before } = search;
  return (
    <Stack gap="sm">
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
      <TypedFilter label="Tag" value={tag} onChange={(typed) => onChange({ tag: typed })} maxLength={fieldLimits.tag} />
      <TypedFilter label="User ID" value={user} onChange={(typed) => onChange({ user: typed })} />
      <ChannelFilter agent={agent} channel={channel} onChange={(id) => onChange({ channel: id })} />
      <Select
        label="Playground"
        placeholder="Any"
        clearable
        clearButtonProps={{ 'aria-label': 'With and without trials' }}
        comboboxProps={{ withinPortal: false }}
        data={[
          { value: 'only', label: 'Only trials' },
          { value: 'without', label: 'Without trials' },
        ]}
        value={playground ?? null}
        onChange={(chosen) => onChange({ playground: (chosen ?? undefined) as ConversationSearch['playground'] })}
      />
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
    </Stack>
  );
}
