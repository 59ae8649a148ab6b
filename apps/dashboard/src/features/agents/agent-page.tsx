import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Agent } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useMatchRoute, useNavigate, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { queries } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { CopyableId } from '../../ui/copy.tsx';
import { Icon } from '../../ui/icons.tsx';
import { lazyNamed } from '../../ui/lazy-named.ts';
import { Page } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem.tsx';
import { FormSkeleton } from '../../ui/skeletons.tsx';
import css from './agent-page.module.css';
import { EditTab } from './edit-tab.tsx';
import { StatusDot } from './status.tsx';

const CodeTab = lazyNamed(() => import('./code-tab.tsx').then((module) => module.CodeTab));
const DeleteDialog = lazyNamed(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog));

/** One agent: its fields, and the code that calls it. */
export function AgentPage() {
  const { agentId } = useParams({ from: '/signed-in/agents/$agentId' });
  const { data, error, refetch } = useQuery(queries.agent(agentId));
  const isCode = useMatchRoute()({ to: paths.agentCode, params: { agentId } }) !== false;
  const above = (
    <Link to={paths.agents} className={css['back']}>
      <Icon name="arrowLeft" size={14} /> Agents
    </Link>
  );
  if (data === undefined) {
    return (
      <Page title="Agent" above={above}>
        {error === null ? <FormSkeleton fields={5} /> : <ProblemNotice error={error} retry={() => void refetch()} />}
      </Page>
    );
  }
  const { agent } = data;
  return (
    <Page title={agent.name} above={above} lead={<Facts agent={agent} />} actions={<AgentMenu agent={agent} />}>
      <nav className={css['tabs']} aria-label="Tabs of the agent">
        <Link
          to={paths.agent}
          params={{ agentId }}
          className={css['tab']}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          Build
        </Link>
        <Link to={paths.agentCode} params={{ agentId }} className={css['tab']}>
          Code
        </Link>
      </nav>
      <div hidden={isCode}>
        <EditTab key={agent._id} stored={data} />
      </div>
      <Suspense>{isCode && <CodeTab agent={agent} />}</Suspense>
    </Page>
  );
}

function Facts({ agent: { _id, status } }: { agent: Agent }) {
  return (
    <div className={css['facts']}>
      <StatusDot status={status} />
      <CopyableId id={_id} what="agent id" />
    </div>
  );
}

function AgentMenu({ agent }: { agent: Agent }) {
  const navigate = useNavigate();
  const { workspaces } = useWorkspace();
  const permissions = workspaces.find(({ _id }) => _id === agent.workspace)?.permissions ?? [];
  const [isDeleting, deleting] = useDisclosure(false);
  const duplicate = () => {
    const { description, systemPrompt, model, temperature } = agent;
    const copied = { name: `${agent.name} (copy)`, description, systemPrompt, model, temperature };
    void navigate({ to: paths.newAgent, state: { copied } });
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="Actions for the agent">
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="duplicate" />}
            disabled={!permissions.includes('agents:write')}
            onClick={duplicate}
          >
            Duplicate
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name="trash" />}
            color="red"
            disabled={!permissions.includes('workspace:admin')}
            onClick={deleting.open}
          >
            {permissions.includes('workspace:admin') ? 'Delete…' : 'Delete (owners and admins)'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{isDeleting && <DeleteDialog agent={agent} onClose={deleting.close} />}</Suspense>
    </>
  );
}
