import type { Channel, ChannelType, Scope } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useMatchRoute, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { channelQueries } from '../../../api/queries/channel-queries.ts';
import { queries } from '../../../api/queries.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { CopyableId } from '../../../ui/code/copy.tsx';
import { ExternalId } from '../../../ui/code/external-id.tsx';
import { FormSkeleton } from '../../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { BackLink } from '../../../ui/page/back-link.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { ChannelStatus } from '../channel-status.tsx';
import { isWeb } from '../channel-words.ts';
import { ChannelMenu } from './channel-menu.tsx';
import css from './channel-page.module.css';

const WebEditor = lazyNamed(() => import('../web/web-editor.tsx').then((module) => module.WebEditor));
const SchemaEditor = lazyNamed(() => import('../edit/schema-editor.tsx').then((module) => module.SchemaEditor));
const SetupTab = lazyNamed(() => import('../connect/setup-tab.tsx').then((module) => module.SetupTab));

/** One channel: its settings, and what to do outside so that it works. */
export function ChannelPage() {
  const { agentId, channelId } = useParams({ from: '/signed-in/agents/$agentId/channels/$channelId' });
  const channel = useQuery(channelQueries.one(channelId));
  const types = useQuery(channelQueries.types());
  const kind = types.data?.find(({ type }) => type === channel.data?.type);
  if (channel.data !== undefined && kind !== undefined) {
    return <StoredChannel key={channel.data._id} channel={channel.data} kind={kind} />;
  }
  const error = channel.error ?? types.error;
  const retry = () => {
    void channel.refetch();
    void types.refetch();
  };
  return (
    <Page title="Channel" above={<Back agentId={agentId} />}>
      {error === null ? <FormSkeleton fields={5} /> : <ProblemNotice error={error} retry={retry} />}
    </Page>
  );
}

function Back({ agentId }: { agentId: string }) {
  const { data } = useQuery(queries.agent(agentId));
  return (
    <BackLink to={paths.agentChannels} params={{ agentId }}>
      {data === undefined ? 'Channels' : `Channels of ${data.agent.name}`}
    </BackLink>
  );
}

/** Permissions of the user in the channel's workspace, which may differ from the current one. */
function usePermissions(workspace: string): (permission: Scope) => boolean {
  const { workspaces } = useWorkspace();
  const permissions = workspaces.find(({ _id }) => _id === workspace)?.permissions ?? [];
  return (permission) => permissions.includes(permission);
}

function StoredChannel({ channel, kind }: { channel: Channel; kind: ChannelType }) {
  const may = usePermissions(channel.workspace);
  const matches = useMatchRoute();
  const { _id: channelId, agent: agentId } = channel;
  const isSetup = matches({ to: paths.channelSetup, params: { agentId, channelId } }) !== false;
  const mayWrite = may('agents:write');
  return (
    <Page
      title={channel.name}
      above={<Back agentId={agentId} />}
      lead={<Facts channel={channel} kind={kind} />}
      actions={<ChannelMenu channel={channel} kind={kind} isAdmin={may('workspace:admin')} />}
    >
      <LastError channel={channel} />
      <Tabs channel={channel} />
      <div hidden={isSetup}>
        <Suspense fallback={<FormSkeleton fields={5} />}>
          {isWeb(channel.type) ? (
            <WebEditor channel={channel} mayWrite={mayWrite} />
          ) : (
            <SchemaEditor channel={channel} kind={kind} mayWrite={mayWrite} />
          )}
        </Suspense>
      </div>
      <Suspense fallback={<FormSkeleton fields={3} />}>
        {isSetup && <SetupTab channel={channel} kind={kind} mayWrite={mayWrite} />}
      </Suspense>
    </Page>
  );
}

/** Why messages of a channel can't be delivered, and what to do about it. */
function LastError({ channel: { status, lastError } }: { channel: Channel }) {
  if (status !== 'error' || lastError === null) return null;
  return (
    <div role="alert" className={css['error']}>
      <Icon name="warning" />
      <span>
        {lastError.message} <RelativeTime iso={lastError.at} />
        <span className={css['advice']}>
          Correct it in the settings or on the platform, then send a test under “Set up”. Queued messages are sent once
          it works.
        </span>
      </span>
    </div>
  );
}

function Facts({ channel, kind }: { channel: Channel; kind: ChannelType }) {
  const { _id, externalId, status, lastEventAt } = channel;
  return (
    <div className={css['facts']}>
      <ChannelStatus status={status} />
      <span>{kind.title}</span>
      <span>
        {lastEventAt === null ? (
          'No messages yet'
        ) : (
          <>
            Last message <RelativeTime iso={lastEventAt} />
          </>
        )}
      </span>
      <CopyableId id={_id} what="channel ID" />
      <ExternalId id={externalId} />
    </div>
  );
}

/** Settings keep their unsaved input while the other tab is open. */
function Tabs({ channel: { _id: channelId, agent: agentId } }: { channel: Channel }) {
  const params = { agentId, channelId };
  const active = { exact: true, includeSearch: false };
  return (
    <nav className={css['tabs']} aria-label="Channel tabs">
      <Link to={paths.channel} params={params} className={css['tab']} activeOptions={active}>
        Settings
      </Link>
      <Link to={paths.channelSetup} params={params} className={css['tab']} activeOptions={active}>
        Set up
      </Link>
    </nav>
  );
}
