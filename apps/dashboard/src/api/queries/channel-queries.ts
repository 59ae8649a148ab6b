import type { Channel } from '@parley/sdk';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../client.ts';
import { fieldLimits } from '../field-limits.ts';
import { queryClient } from '../queries.ts';

/** Max channels of an agent that are shown: one page of the API. */
const maxOfAgent = fieldLimits.page;

/** Polling interval of visible channels in ms: their last event and their errors change by themselves. */
const interval = 15_000;

/** Time for which the name of a channel counts as fresh, in ms. */
const nameIsFresh = 60_000;

/** The queries of the pages about channels. */
export const channelQueries = {
  /** The kinds of channels; they change only with the version of the service. */
  types: () =>
    queryOptions({
      queryKey: ['channels', 'types'],
      queryFn: () => callApi((client) => client.channels.types()),
      select: ({ items }) => items,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  ofAgent: (agentId: string) =>
    queryOptions({
      queryKey: ['channels', 'list', agentId],
      queryFn: () => callApi((client) => client.channels.list(agentId, { limit: maxOfAgent, sort: 'createdAt' })),
      select: ({ items }) => items,
      refetchInterval: interval,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: ['channels', 'one', id],
      queryFn: () => callApi((client) => client.channels.retrieve(id)),
      refetchInterval: interval,
    }),
  /** A channel for its name and kind; a list asks for it once. */
  named: (id: string) =>
    queryOptions({
      queryKey: ['channels', 'one', id],
      queryFn: () => callApi((client) => client.channels.retrieve(id)),
      staleTime: nameIsFresh,
    }),
  /** Records that would be deleted with a channel. */
  dependents: (id: string) =>
    queryOptions({
      queryKey: ['channels', 'dependents', id],
      queryFn: () => callApi((client) => client.channels.previewDelete(id)),
      staleTime: 0,
      gcTime: 0,
    }),
};

/** Shows a channel as the service has just returned it, and reads the lists with it again. */
export function keepChannel(channel: Channel): void {
  queryClient.setQueryData(channelQueries.one(channel._id).queryKey, channel);
  renewChannels();
}

/** Reads a channel again. */
export function renewChannel(id: string): void {
  void queryClient.invalidateQueries({ queryKey: channelQueries.one(id).queryKey });
  renewChannels();
}

/** Reads every list of channels again, and how much of the plan is used. */
export function renewChannels(): void {
  void queryClient.invalidateQueries({ queryKey: ['channels', 'list'] });
  void queryClient.invalidateQueries({ queryKey: ['quotas'] });
}

/** Forgets a channel that is deleted, and reads again what counts it. */
export function forgetChannel(id: string): void {
  queryClient.removeQueries({ queryKey: channelQueries.one(id).queryKey });
  void queryClient.invalidateQueries({ queryKey: ['conversations'] });
  void queryClient.invalidateQueries({ queryKey: ['agents'] });
  renewChannels();
}
