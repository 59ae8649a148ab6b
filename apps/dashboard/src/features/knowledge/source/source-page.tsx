import type { KnowledgeSource, Scope } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useMatchRoute, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { knowledgeQueries } from '../../../api/queries/knowledge-queries.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { FormSkeleton, TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { BackLink } from '../../../ui/page/back-link.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { SourceActions } from './source-actions.tsx';
import { SourceFacts } from './source-facts.tsx';
import css from './source-page.module.css';
import { SourceState } from './source-state.tsx';

const ContentTab = lazyNamed(() => import('./documents/content-tab.tsx').then((module) => module.ContentTab), 'soon');
const PairsTab = lazyNamed(() => import('./pairs/pairs-tab.tsx').then((module) => module.PairsTab));
const AgentsTab = lazyNamed(() => import('./agents-tab.tsx').then((module) => module.AgentsTab));
const SyncsTab = lazyNamed(() => import('./syncs/syncs-tab.tsx').then((module) => module.SyncsTab));
const SettingsTab = lazyNamed(() => import('./settings-tab.tsx').then((module) => module.SettingsTab));

/** One source: its state, content, agents, past syncs and settings. */
export function SourcePage() {
  const { sourceId } = useParams({ from: '/signed-in/knowledge/$sourceId' });
  const { data, error, refetch } = useQuery(knowledgeQueries.one(sourceId));
  if (data !== undefined) return <StoredSource key={data._id} source={data} />;
  return (
    <Page title="Source" above={<Back />}>
      {error === null ? <TableSkeleton rows={5} /> : <ProblemNotice error={error} retry={() => void refetch()} />}
    </Page>
  );
}

function Back() {
  return <BackLink to={paths.knowledge}>Knowledge</BackLink>;
}

/** Permissions of the user in the source's workspace, which may differ from the current one. */
function usePermissions(workspace: string): (permission: Scope) => boolean {
  const { workspaces } = useWorkspace();
  const permissions = workspaces.find(({ _id }) => _id === workspace)?.permissions ?? [];
  return (permission) => permissions.includes(permission);
}

function StoredSource({ source }: { source: KnowledgeSource }) {
  const may = usePermissions(source.workspace);
  const tab = useTab(source._id);
  const mayWrite = may('agents:write');
  return (
    <Page
      title={source.name}
      above={<Back />}
      lead={<SourceFacts source={source} />}
      actions={<SourceActions source={source} mayWrite={mayWrite} mayDelete={may('workspace:admin')} />}
    >
      <SourceState source={source} mayWrite={mayWrite} />
      <Tabs source={source} />
      <Suspense fallback={<FormSkeleton fields={3} />}>
        {tab === 'content' && <ContentTab source={source} mayWrite={mayWrite} />}
        {tab === 'pairs' && <PairsTab source={source} mayWrite={mayWrite} />}
        {tab === 'agents' && <AgentsTab source={source} mayWrite={mayWrite} />}
        {tab === 'syncs' && <SyncsTab source={source} />}
        {tab === 'settings' && <SettingsTab source={source} mayWrite={mayWrite} />}
      </Suspense>
    </Page>
  );
}

const tabs = [
  { tab: 'pairs', to: paths.sourcePairs, label: 'Pairs' },
  { tab: 'content', to: paths.source, label: 'Content' },
  { tab: 'agents', to: paths.sourceAgents, label: 'Agents' },
  { tab: 'syncs', to: paths.sourceSyncs, label: 'Syncs' },
  { tab: 'settings', to: paths.sourceSettings, label: 'Settings' },
] as const;

/** The tab that the address names. */
function useTab(sourceId: string): (typeof tabs)[number]['tab'] {
  const matches = useMatchRoute();
  return tabs.find(({ to }) => matches({ to, params: { sourceId } }) !== false)?.tab ?? 'content';
}

function Tabs({ source: { _id, type, agentCount } }: { source: KnowledgeSource }) {
  return (
    <nav className={css['tabs']} aria-label="Source tabs">
      {tabs.map(
        ({ tab, to, label }) =>
          (tab !== 'pairs' || type === 'qa') && (
            <Link
              key={tab}
              to={to}
              params={{ sourceId: _id }}
              className={css['tab']}
              activeOptions={{ exact: true, includeSearch: false }}
            >
              {label}
              {tab === 'agents' && agentCount > 0 && <span className={css['count']}>{agentCount}</span>}
            </Link>
          ),
      )}
    </nav>
  );
}
