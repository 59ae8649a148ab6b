import { ActionIcon, Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Agent, Scope } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useMatchRoute, useNavigate, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { callApi } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { CopyableId } from '../../ui/code/copy.tsx';
import { Named, Seal } from '../../ui/code/seal.tsx';
import { FormSkeleton } from '../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { ActionMenu, deletion } from '../../ui/overlays/action-menu.tsx';
import { BackLink } from '../../ui/page/back-link.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import { Page } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { toastDone, toastProblem } from '../../ui/toasts/toast.ts';
import css from './agent-page.module.css';
import { EditTab } from './edit-tab.tsx';
import { PlaygroundFrame, PlaygroundToCome } from './playground/playground-frame.tsx';
import { usePanel } from './playground/use-panel.ts';
import { usePlayground } from './playground/use-playground.ts';
import { StatusDot } from './status.tsx';
import { type Stored, useAgentEditor } from './use-agent-editor.ts';

const CodeTab = lazyNamed(() => import('./code-tab.tsx').then((module) => module.CodeTab));
const KnowledgeTab = lazyNamed(() =>
  import('../knowledge/agent/knowledge-tab.tsx').then((module) => module.KnowledgeTab),
);
const ChannelsTab = lazyNamed(() => import('../channels/agent/channels-tab.tsx').then((module) => module.ChannelsTab));
const ToolsTab = lazyNamed(() => import('../tools/agent/tools-tab.tsx').then((module) => module.ToolsTab));
const ActivityTab = lazyNamed(() => import('./activity/activity-tab.tsx').then((module) => module.ActivityTab));
const DeleteDialog = lazyNamed(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog));

/** The tabs beside the form, which stays where it is so that it keeps its input. */
const otherTabs = [
  paths.agentKnowledge,
  paths.agentTools,
  paths.agentChannels,
  paths.agentActivity,
  paths.agentCode,
] as const;

/** One agent: its form, its knowledge, channels and activity, the playground and the code to call it. */
export function AgentPage() {
  const { agentId } = useParams({ from: '/signed-in/agents/$agentId' });
  const { data, error, refetch } = useQuery(queries.agent(agentId));
  if (data !== undefined) return <StoredAgent key={data.agent._id} stored={data} />;
  if (error === null) return <Waiting agentId={agentId} />;
  return (
    <Page title="Agent" above={<Back />}>
      <ProblemNotice error={error} retry={() => void refetch()} />
    </Page>
  );
}

/** Placeholder in the layout of the page, so that nothing shifts when it loads. */
function Waiting({ agentId }: { agentId: string }) {
  const panel = usePanel();
  return (
    <div className={css['split']} aria-busy="true">
      <Page
        title="Agent"
        above={<Back />}
        mark={<Seal id={agentId} size={48} />}
        lead={<Skeleton className={css['factsToCome'] ?? ''} />}
      >
        <Tabs agentId={agentId} />
        <FormSkeleton fields={5} />
      </Page>
      {panel.isWide && panel.isOpen && <PlaygroundToCome />}
    </div>
  );
}

function Back() {
  return <BackLink to={paths.agents}>Agents</BackLink>;
}

function StoredAgent({ stored }: { stored: Stored }) {
  const { agent } = stored;
  const may = usePermissions(agent.workspace);
  const editor = useAgentEditor(stored);
  const playground = usePlayground(editor.base.agent, editor.form.values);
  const panel = usePanel();
  const matches = useMatchRoute();
  const isAt = (to: (typeof otherTabs)[number]) => matches({ to, params: { agentId: agent._id } }) !== false;
  const tab = otherTabs.find(isAt);
  // The same on every tab: the heading and the tabs must not move when another one opens.
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<Icon name={panel.isWide ? 'panel' : 'agent'} />}
        aria-expanded={panel.isOpen}
        onClick={() => panel.setOpen(!panel.isOpen)}
      >
        Playground
      </Button>
      <AgentMenu agent={agent} may={may} />
    </>
  );
  return (
    <div className={css['split']}>
      <Page
        title={agent.name}
        heading={<Named id={agent._id}>{agent.name}</Named>}
        above={<Back />}
        mark={<Seal id={agent._id} size={48} />}
        lead={<Facts agent={agent} />}
        actions={actions}
      >
        <Tabs agentId={agent._id} />
        <EditTab editor={editor} mayWrite={may('agents:write')} isHidden={tab !== undefined} />
        <Suspense>{tab === paths.agentCode && <CodeTab agent={agent} />}</Suspense>
        <Suspense fallback={<FormSkeleton fields={3} />}>
          {tab === paths.agentKnowledge && <KnowledgeTab agent={agent} mayWrite={may('agents:write')} />}
          {tab === paths.agentTools && <ToolsTab agent={agent} mayWrite={may('agents:write')} />}
          {tab === paths.agentActivity && <ActivityTab agent={agent} />}
          {tab === paths.agentChannels && <ChannelsTab agent={agent} mayWrite={may('agents:write')} />}
        </Suspense>
      </Page>
      {panel.isOpen && (
        <PlaygroundFrame
          agent={editor.base.agent}
          playground={playground}
          maySend={may('conversations:write')}
          isWide={panel.isWide}
          onClose={() => panel.setOpen(false)}
        />
      )}
    </div>
  );
}

type May = (permission: Scope) => boolean;

/** Permissions of the user in the agent's workspace, which may differ from the current one. */
function usePermissions(workspace: string): May {
  const { workspaces } = useWorkspace();
  const permissions = workspaces.find(({ _id }) => _id === workspace)?.permissions ?? [];
  return (permission) => permissions.includes(permission);
}

function Tabs({ agentId }: { agentId: string }) {
  return (
    <nav className={css['tabs']} aria-label="Agent tabs">
      <Link
        to={paths.agent}
        params={{ agentId }}
        className={css['tab']}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        Build
      </Link>
      <Link to={paths.agentKnowledge} params={{ agentId }} className={css['tab']}>
        Knowledge
      </Link>
      <Link to={paths.agentTools} params={{ agentId }} className={css['tab']}>
        Tools
      </Link>
      <Link to={paths.agentChannels} params={{ agentId }} className={css['tab']}>
        Channels
      </Link>
      <Link
        to={paths.agentActivity}
        params={{ agentId }}
        className={css['tab']}
        activeOptions={{ includeSearch: false }}
      >
        Activity
      </Link>
      <Link to={paths.agentCode} params={{ agentId }} className={css['tab']}>
        Code
      </Link>
    </nav>
  );
}

function Facts({ agent: { _id, status } }: { agent: Agent }) {
  return (
    <div className={css['facts']}>
      <StatusDot status={status} />
      <CopyableId id={_id} what="agent ID" />
    </div>
  );
}

function AgentMenu({ agent, may }: { agent: Agent; may: May }) {
  const duplication = useDuplication(agent._id);
  const [isDeleting, deleting] = useDisclosure(false);
  return (
    <>
      <ActionMenu
        entries={[
          {
            label: 'Duplicate',
            icon: 'duplicate',
            isDisabled: !may('agents:write') || duplication.isPending,
            onClick: duplication.start,
          },
          deletion('Delete', may('workspace:admin'), deleting.open),
        ]}
      >
        <ActionIcon variant="default" size={36} aria-label="Actions for the agent">
          <Icon name="dots" />
        </ActionIcon>
      </ActionMenu>
      <Suspense>{isDeleting && <DeleteDialog agent={agent} onClose={deleting.close} />}</Suspense>
    </>
  );
}

/** Duplicates an agent as it is stored, and opens the copy. */
function useDuplication(agentId: string) {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi((client) => client.agents.duplicate(agentId)),
    onSuccess: ({ name }) => {
      void queryClient.invalidateQueries({ queryKey: ['agents', 'list'] });
      // The copy uses the sources too.
      void queryClient.invalidateQueries({ queryKey: ['knowledge'] });
      toastDone(`${name} created.`);
    },
    onError: toastProblem,
  });
  // Not called if the user has left the page meanwhile.
  const open = ({ _id }: Agent) => void navigate({ to: paths.agent, params: { agentId: _id } });
  return { isPending, start: () => mutate(undefined, { onSuccess: open }) };
}
