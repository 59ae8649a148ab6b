import type { Channel } from '@parley/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { channelQueries } from '../../../api/queries/channel-queries.ts';
import { Select } from '../../../ui/overlays/select.tsx';

/** Filters by channel: the channels of the chosen agent, else of the conversations that were shown. */
export function ChannelFilter(props: {
  agent: string | undefined;
  channel: string | undefined;
  onChange: (channel: string | undefined) => void;
}) {
  const { agent, channel, onChange } = props;
  const { data } = useQuery({ ...channelQueries.ofAgent(agent ?? ''), enabled: agent !== undefined });
  const { data: chosen } = useQuery({ ...channelQueries.named(channel ?? ''), enabled: channel !== undefined });
  const seen = useSeenChannels();
  const offered = (agent === undefined ? seen : (data ?? [])).map(({ _id, name }) => ({ value: _id, label: name }));
  const isOffered = channel === undefined || offered.some(({ value }) => value === channel);
  return (
    <Select
      label="Channel"
      placeholder="Any"
      clearable
      clearButtonProps={{ 'aria-label': 'Any channel' }}
      comboboxProps={{ withinPortal: false }}
      description={agent === undefined ? 'Choose an agent to see all of its channels.' : undefined}
      nothingFoundMessage="No channels"
      searchable
      data={isOffered ? offered : [...offered, { value: channel, label: chosen?.name ?? channel }]}
      value={channel ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}

/** The channels that the list has named so far, by name. */
function useSeenChannels(): Channel[] {
  return useQueryClient()
    .getQueriesData<Channel>({ queryKey: ['channels', 'one'] })
    .flatMap(([, channel]) => (channel === undefined ? [] : [channel]))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
