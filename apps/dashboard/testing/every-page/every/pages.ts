import type { World } from './world.ts';

/** A page of a signed-in user, with the content that shows that it is complete. */
export interface EveryPage {
  readonly name: string;
  readonly path: (world: World) => string;
  /** A text that only the loaded page has. */
  readonly shows: string | RegExp;
  /** The request for the page's own data; undefined if it has none. */
  readonly asks: RegExp | undefined;
}

/** A page in one line: its name, path, content, and request. */
type Row = readonly [name: string, path: EveryPage['path'], shows: EveryPage['shows'], asks?: RegExp];

const pages = (...rows: readonly Row[]): readonly EveryPage[] =>
  rows.map(([name, path, shows, asks]) => ({ name, path, shows, asks }));

/** Home, and the pages of agents and their channels. */
export const agentPages: readonly EveryPage[] = pages(
  ['home', () => '/', 'The last 30 days', /\/api\/.*statistics/],
  ['agents', () => '/agents', 'Engine guide', /\/api\/agents\?/],
  ['new agent', () => '/agents/new', 'Create agent'],
  ['agent', ({ agent }) => `/agents/${agent}`, 'All changes saved', /\/api\/agents\/[^/?]+$/],
  ['knowledge of an agent', ({ agent }) => `/agents/${agent}/knowledge`, 'Shop rules', /\/api\/agents\/[^/?]+$/],
  ['tools of an agent', ({ agent }) => `/agents/${agent}/tools`, 'current_time', /\/api\/tools\?/],
  ['channels of an agent', ({ agent }) => `/agents/${agent}/channels`, 'Website widget', /\/api\/.*\/channels/],
  ['code of an agent', ({ agent }) => `/agents/${agent}/code`, 'Before you begin', /\/api\/agents\/[^/?]+$/],
  ['channel', ({ agent, channel }) => `/agents/${agent}/channels/${channel}`, 'Texts of the chat', /\/api\/channels\//],
  ['set-up of a channel', (w) => `/agents/${w.agent}/channels/${w.channel}/setup`, /data-channel/, /\/api\/channels\//],
);

/** All other pages of a signed-in user. */
export const otherPages: readonly EveryPage[] = pages(
  ['knowledge', () => '/knowledge', 'Shop rules', /\/api\/knowledge-sources\?/],
  ['new source', () => '/knowledge/new', 'Paste text'],
  ['new source of an unknown type', () => '/knowledge/new?type=files', 'Paste text'],
  ['new text', () => '/knowledge/new?type=text', 'Add text'],
  ['new website', () => '/knowledge/new?type=website', 'Add website'],
  ['new pairs', () => '/knowledge/new?type=qa', 'Add another pair'],
  ['new documents', () => '/knowledge/new?type=documents', 'Create source'],
  ['new files', () => '/knowledge/new?type=file', /Drop/],
  ['source', ({ source }) => `/knowledge/${source}`, 'We ship within two days.', /\/knowledge-sources\/[^/?]+$/],
  ['pairs', ({ pairs }) => `/knowledge/${pairs}/pairs`, 'Do you ship to Norway?', /\/api\/.*\/pairs/],
  [
    'agents of a source',
    ({ source }) => `/knowledge/${source}/agents`,
    'Engine guide',
    /\/knowledge-sources\/[^/]+\/agents/,
  ],
  ['syncs', ({ source }) => `/knowledge/${source}/syncs`, /Version 1/, /\/api\/.*\/syncs/],
  ['settings of a source', (w) => `/knowledge/${w.source}/settings`, /Save/, /\/knowledge-sources\/[^/?]+$/],
  ['tools', () => '/tools', 'current_time', /\/api\/tools\?/],
  ['new tool', () => '/tools/new', 'What does a call do?'],
  ['tool', ({ tool }) => `/tools/${tool}`, 'All changes saved', /\/api\/tools\/[^/?]+$/],
  ['approvals', () => '/approvals', 'Nothing waits for approval', /\/api\/tool-calls\?/],
  ['conversations', () => '/conversations', /customer-7/, /\/api\/conversations\?/],
  ['conversation', (w) => `/conversations/${w.conversation}`, /within 30 days/, /\/api\/conversations\/[^/?]+$/],
  ['general', () => '/settings/general', 'Second workspace'],
  ['API keys', () => '/settings/api-keys', 'Website backend', /\/api\/api-keys/],
  ['members', () => '/settings/members', 'grace@example.com', /\/api\/.*\/members/],
  ['teams', () => '/settings/teams', 'No teams yet', /\/api\/teams\?/],
  ['hours', () => '/settings/hours', 'Always open', /\/api\/.*\/hours/],
  ['usage', () => '/settings/usage', 'Requests this minute', /\/api\/usage$/],
  ['models', () => '/settings/models', 'Other providers', /\/api\/models\/providers/],
  ['security', () => '/settings/security', 'This session', /\/api\/sessions/],
  ['audit log', () => '/settings/audit-log', /Created the agent/, /\/api\/events\?/],
  ['events', () => '/settings/events', 'agent.created', /\/api\/events\?/],
  ['webhooks', () => '/settings/webhooks', 'https://93.184.215.14/parley-events', /\/api\/webhooks\?/],
  ['new webhook', () => '/settings/webhooks/new', 'Continue'],
  ['webhook', ({ webhook }) => `/settings/webhooks/${webhook}`, 'No deliveries', /\/api\/webhooks\/[^/?]+$/],
  ['not found', () => '/settings/nowhere', 'Page not found'],
);
