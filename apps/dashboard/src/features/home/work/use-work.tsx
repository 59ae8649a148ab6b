import type { Webhook } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { homeQueries } from '../../../api/queries/home-queries.ts';
import { webhookQueries } from '../../../api/queries/webhook-queries.ts';
import { renewedEvery } from '../../../api/renewed-every.ts';
import { useMe, useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { AgentName } from '../../agents/list/agent-name.tsx';
import { waitsFor } from '../../conversations/badges/waits-for.ts';
import { userName } from '../../conversations/details/user-name.ts';
import { needsCare, stateOf, troubles } from '../../webhooks/webhook-words.ts';

/** Polling interval of the list, in ms. */
const refreshInterval = 30_000;

/** Something that waits for a person: what it is, why it waits, since when, and the one thing to do. */
export interface Work {
  readonly id: string;
  readonly name: string;
  readonly why: string;
  readonly about?: ReactNode;
  /** ISO 8601; null if it isn't known. */
  readonly since: string | null;
  readonly action: string;
  readonly link: LinkProps;
  readonly isBad: boolean;
}

/** All work of one kind: the first of it, how much there is, and the list of all. */
export interface KindOfWork {
  readonly items: readonly Work[];
  readonly total: number;
  /** Names so many more of it, as in `12 more failed replies`. */
  readonly counted: (count: number) => string;
  readonly link: LinkProps;
}

const one = (singular: string, plural: string) => (count: number) =>
  `${count.toLocaleString('en')} more ${count === 1 ? singular : plural}`;

/** All that waits for the user in the workspace, the most urgent kind first; undefined until it is known. */
export function useWork(): { kinds: readonly KindOfWork[] | undefined; isPartly: boolean } {
  const { workspace, may } = useWorkspace();
  const { _id } = workspace;
  const me = useMe().user._id;
  const refetchInterval = renewedEvery(refreshInterval);
  const waiting = useQuery({
    ...homeQueries.conversations(_id, 'waiting'),
    refetchInterval,
    select: (page) => waitingWork(page, me),
  });
  const calls = useQuery({ ...homeQueries.calls(_id), refetchInterval, select: callWork });
  const channels = useQuery({ ...homeQueries.failedChannels(_id), refetchInterval, select: channelWork });
  const webhooks = useQuery({ ...webhookQueries.list(_id), enabled: may('workspace:admin') });
  const sources = useQuery({ ...homeQueries.failedSources(_id), refetchInterval, select: sourceWork });
  const failed = useQuery({ ...homeQueries.conversations(_id, 'failed'), refetchInterval, select: failedWork });
  const all = [waiting, calls, channels, webhooks, sources, failed];
  return {
    kinds: all.some(({ isLoading }) => isLoading)
      ? undefined
      : [
          waiting.data,
          calls.data,
          channels.data,
          webhooks.data && webhookWork(webhooks.data),
          sources.data,
          failed.data,
        ].flatMap((data) => data ?? []),
    isPartly: all.some(({ isError, data }) => isError && data === undefined),
  };
}

type Page<Query extends (...given: never[]) => { queryFn?: unknown }> =
  ReturnType<Query> extends { queryFn?: ((...given: never[]) => infer Found) | symbol } ? Awaited<Found> : never;

/** A page of a list whose total was asked for. */
const kind = <Item,>(
  { items, total }: { items: readonly Item[]; total?: number | undefined },
  rest: Pick<KindOfWork, 'counted' | 'link'> & { work: (item: Item) => Work },
): KindOfWork => ({ ...rest, items: items.map(rest.work), total: total ?? items.length });

type Conversations = Page<typeof homeQueries.conversations>;

const conversation = (
  { _id, workspace, agent, userId, title, lastMessageAt, createdAt }: Conversations['items'][number],
  rest: Pick<Work, 'why' | 'action' | 'isBad'>,
): Work => ({
  ...rest,
  id: _id,
  name: title || userName(userId) || 'A conversation without a title',
  about: <AgentName workspaceId={workspace} agentId={agent} />,
  since: lastMessageAt ?? createdAt,
  link: { to: paths.conversation, params: { conversationId: _id } },
});

const waitingWork = (page: Conversations, me: string) =>
  kind(page, {
    counted: one('conversation waiting for a person', 'conversations waiting for a person'),
    link: { to: paths.conversations, search: { view: 'waiting' } },
    work: (item) => conversation(item, { why: waitsFor(item.takenBy, me), action: 'Reply', isBad: false }),
  });

const failedWork = (page: Conversations) =>
  kind(page, {
    counted: one('failed reply', 'failed replies'),
    link: { to: paths.conversations, search: { view: 'failed' } },
    work: (item) => conversation(item, { why: 'A reply failed', action: 'Open', isBad: true }),
  });

const callWork = (page: Page<typeof homeQueries.calls>) =>
  kind(page, {
    counted: one('call waiting for approval', 'calls waiting for approval'),
    link: { to: paths.approvals },
    work: ({ _id, name, workspace, agent, createdAt }) => ({
      ...{ id: _id, name, why: 'Waits for approval', action: 'Decide', isBad: false },
      about: <AgentName workspaceId={workspace} agentId={agent} />,
      since: createdAt,
      link: { to: paths.approvals },
    }),
  });

const channelWork = (page: Page<typeof homeQueries.failedChannels>) =>
  kind(page, {
    counted: one('channel in error', 'channels in error'),
    link: { to: paths.agents },
    work: ({ _id, workspace, agent, name, lastError }) => ({
      ...{ id: _id, name, why: lastError?.message ?? 'The channel is in error.', action: 'Fix', isBad: true },
      about: <AgentName workspaceId={workspace} agentId={agent} />,
      since: lastError?.at ?? null,
      link: { to: paths.channel, params: { agentId: agent, channelId: _id } },
    }),
  });

const webhookWork = (webhooks: readonly Webhook[]) =>
  kind(
    { items: webhooks.filter(needsCare) },
    {
      counted: one('webhook in error', 'webhooks in error'),
      link: { to: paths.webhooks },
      work: (webhook) => ({
        ...{ id: webhook._id, name: webhook.url, why: troubles[stateOf(webhook)], action: 'Fix', isBad: true },
        about: 'Webhook',
        since: webhook.failingSince,
        link: { to: paths.webhook, params: { webhookId: webhook._id } },
      }),
    },
  );

const sourceWork = (page: Page<typeof homeQueries.failedSources>) =>
  kind(page, {
    counted: one('failed source', 'failed sources'),
    link: { to: paths.knowledge, search: { status: 'failed' } },
    work: ({ _id, name, error, updatedAt }) => ({
      ...{ id: _id, name, why: error?.message ?? 'The source could not be read.', action: 'Fix', isBad: true },
      about: 'Knowledge',
      since: updatedAt,
      link: { to: paths.source, params: { sourceId: _id } },
    }),
  });
