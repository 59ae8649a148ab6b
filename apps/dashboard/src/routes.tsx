import { createRoute, createRouter, redirect, retainSearchParams } from '@tanstack/react-router';
import { isSignedOut } from './api/client.ts';
import { forgetFirst } from './api/queries/first-answers.ts';
import { queries, queryClient } from './api/queries.ts';
import { waitsForOwner } from './api/waits-for-owner.ts';
import { keepWorkspace, noteSignedIn, pickWorkspace } from './api/workspace.ts';
import { readActivitySearch } from './features/agents/activity-search.ts';
import { readAgentSearch } from './features/agents/list/list-search.ts';
import { readInboxSearch } from './features/conversations/filters/list-search.ts';
import { readEventSearch } from './features/events/event-search.ts';
import { readHomeSearch } from './features/home/home-search.ts';
import { readKeySearch } from './features/keys/key-status.ts';
import { readSourceSearch } from './features/knowledge/list/list-search.ts';
import { readPlaceSearch } from './features/knowledge/source/place-search.ts';
import { readNewSourceSearch } from './features/knowledge/ways.ts';
import { ErrorPage, NotFoundPage } from './features/shell/error-page.tsx';
import { isWide } from './features/shell/settings/wide.ts';
import { lazyPage, outside, rootRoute } from './outside-routes.tsx';
import { paths } from './paths.ts';
import { only, readId } from './search-params.ts';
import { PageSkeleton } from './ui/lists/skeletons.tsx';

/** All other pages need a signed-in user. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  // Until it is there, `index.html` shows its frame.
  pendingMs: Number.POSITIVE_INFINITY,
  component: lazyPage(() => import('./features/shell/shell.tsx'), 'Shell'),
  // Says `undefined` rather than nothing: the router keeps a parameter about which a route says nothing.
  validateSearch: ({ workspace }: { workspace?: unknown }): { workspace?: string | undefined } => ({
    workspace: readId('ws', workspace),
  }),
  search: { middlewares: [retainSearchParams(['workspace'])] },
  beforeLoad: async ({ location, matches, search }) => {
    // The code of the page loads while the service checks the session.
    for (const { routeId } of matches) void componentOf(routeId)?.preload?.();
    try {
      // One after the other: without a session, the second would ask to sign in again.
      const { user } = await queryClient.ensureQueryData(queries.me());
      keepWorkspace(await queryClient.ensureQueryData(queries.workspaces()), search.workspace);
      noteSignedIn(user._id);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      noteSignedIn(undefined);
      if (await waitsForOwner()) throw redirect({ to: paths.setup });
      throw redirect({ to: paths.signIn, search: location.href === '/' ? {} : { next: location.href } });
    } finally {
      forgetFirst();
    }
  },
});

/** The component of a route, which can preload its code. */
const componentOf = (routeId: string): { preload?: () => Promise<unknown> } | undefined =>
  (router.routesById as unknown as Record<string, { options: { component?: object } }>)[routeId]?.options.component;

/** The tabs of an agent are one page, so that switching between them keeps unsaved input. */
const agentRoute = createRoute({
  ...{ getParentRoute: () => shellRoute, path: paths.agent },
  component: lazyPage(() => import('./features/agents/agent-page.tsx'), 'AgentPage'),
});

/** The tabs of a channel are one page, too. */
const channelRoute = createRoute({
  ...{ getParentRoute: () => shellRoute, path: paths.channel },
  component: lazyPage(() => import('./features/channels/page/channel-page.tsx'), 'ChannelPage'),
});

/** The tabs of a source are one page, too. */
const sourceRoute = createRoute({
  ...{ getParentRoute: () => shellRoute, path: paths.source },
  component: lazyPage(() => import('./features/knowledge/source/source-page.tsx'), 'SourcePage'),
});

/** The list stays while conversations are opened in it. */
const inboxRoute = createRoute({
  ...{ getParentRoute: () => shellRoute, path: paths.conversations },
  validateSearch: only(readInboxSearch),
  component: lazyPage(() => import('./features/conversations/inbox/inbox-page.tsx'), 'InboxPage'),
});

const shellChildren = [
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.home },
    validateSearch: only(readHomeSearch),
    component: lazyPage(() => import('./features/home/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.agents },
    validateSearch: only(readAgentSearch),
    loaderDeps: ({ search }) => search,
    // Not awaited: the page shows a skeleton until the data is there.
    loader: ({ deps: { workspace: named, ...search } }) => {
      const workspace = pickWorkspace(queryClient.getQueryData(queries.workspaces().queryKey) ?? [], named);
      if (workspace !== undefined)
        void queryClient.prefetchInfiniteQuery(queries.agentPages({ workspaceId: workspace._id, ...search }));
    },
    component: lazyPage(() => import('./features/agents/list/list-page.tsx'), 'AgentsPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.newAgent },
    component: lazyPage(() => import('./features/agents/new-page.tsx'), 'NewAgentPage'),
  }),
  agentRoute.addChildren([
    createRoute({ getParentRoute: () => agentRoute, path: '/' }),
    createRoute({ getParentRoute: () => agentRoute, path: 'knowledge' }),
    createRoute({ getParentRoute: () => agentRoute, path: 'tools' }),
    createRoute({ getParentRoute: () => agentRoute, path: 'channels' }),
    createRoute({ getParentRoute: () => agentRoute, path: 'activity', validateSearch: only(readActivitySearch) }),
    createRoute({ getParentRoute: () => agentRoute, path: 'code' }),
  ]),
  channelRoute.addChildren([
    createRoute({ getParentRoute: () => channelRoute, path: '/' }),
    createRoute({ getParentRoute: () => channelRoute, path: 'setup' }),
  ]),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.knowledge },
    validateSearch: only(readSourceSearch),
    component: lazyPage(() => import('./features/knowledge/list/list-page.tsx'), 'KnowledgePage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.newSource },
    validateSearch: only(readNewSourceSearch),
    component: lazyPage(() => import('./features/knowledge/add/add-page.tsx'), 'AddKnowledgePage'),
  }),
  sourceRoute.addChildren([
    createRoute({ getParentRoute: () => sourceRoute, path: '/', validateSearch: only(readPlaceSearch) }),
    createRoute({ getParentRoute: () => sourceRoute, path: 'pairs' }),
    createRoute({ getParentRoute: () => sourceRoute, path: 'agents' }),
    createRoute({ getParentRoute: () => sourceRoute, path: 'syncs' }),
    createRoute({ getParentRoute: () => sourceRoute, path: 'settings' }),
  ]),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.tools },
    component: lazyPage(() => import('./features/tools/tools-page.tsx'), 'ToolsPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.newTool },
    component: lazyPage(() => import('./features/tools/create/new-tool-page.tsx'), 'NewToolPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.tool },
    component: lazyPage(() => import('./features/tools/details/tool-page.tsx'), 'ToolPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.approvals },
    component: lazyPage(() => import('./features/approvals/approvals-page.tsx'), 'ApprovalsPage'),
  }),
  inboxRoute.addChildren([
    createRoute({
      ...{ getParentRoute: () => inboxRoute, path: '$conversationId' },
      component: lazyPage(() => import('./features/conversations/conversation-page.tsx'), 'ConversationPage'),
    }),
  ]),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.settings },
    // A narrow screen has a list of the settings; a wide one shows it beside each of their pages.
    beforeLoad: () => (isWide() ? Promise.reject(redirect({ to: paths.general })) : undefined),
    component: lazyPage(() => import('./features/shell/settings/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.general },
    component: lazyPage(() => import('./features/workspaces/general-page.tsx'), 'GeneralPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.keys },
    validateSearch: only(readKeySearch),
    component: lazyPage(() => import('./features/keys/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.members },
    component: lazyPage(() => import('./features/members/members-page.tsx'), 'MembersPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.usage },
    component: lazyPage(() => import('./features/usage/usage-page.tsx'), 'UsagePage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.models },
    component: lazyPage(() => import('./features/models/models-page.tsx'), 'ModelsPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.security },
    component: lazyPage(() => import('./features/security/security-page.tsx'), 'SecurityPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.teams },
    component: lazyPage(() => import('./features/teams/teams-page.tsx'), 'TeamsPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.hours },
    component: lazyPage(() => import('./features/hours/hours-page.tsx'), 'HoursPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.savedReplies },
    component: lazyPage(() => import('./features/saved-replies/saved-replies-page.tsx'), 'SavedRepliesPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.auditLog },
    validateSearch: only(readEventSearch),
    component: lazyPage(() => import('./features/events/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.events },
    validateSearch: only(readEventSearch),
    component: lazyPage(() => import('./features/events/events-page.tsx'), 'EventsPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.webhooks },
    component: lazyPage(() => import('./features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.newWebhook },
    component: lazyPage(() => import('./features/webhooks/create/new-webhook-page.tsx'), 'NewWebhookPage'),
  }),
  createRoute({
    ...{ getParentRoute: () => shellRoute, path: paths.webhook },
    component: lazyPage(() => import('./features/webhooks/details/webhook-page.tsx'), 'WebhookPage'),
  }),
] as const;

/** The dashboard's router. The code of each page is loaded on demand. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([...outside, shellRoute.addChildren(shellChildren)]),
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  // A page whose code waits for the connection must not look like the one before.
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 400,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
