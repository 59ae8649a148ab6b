import type { World } from './world.ts';

/** A page of a signed-in user, with what it shows once it is complete. */
export interface EveryPage {
  readonly name: string;
  readonly path: (world: World) => string;
  /** A text that only the loaded page has. */
  readonly shows: string | RegExp;
  /** The request for the page's own data; undefined if it has none. */
  readonly asks: RegExp | undefined;
}

const page = (name: string, path: EveryPage['path'], shows: EveryPage['shows'], asks?: RegExp): EveryPage => ({
  ...{ name, path, shows, asks },
});

/** Home, and the pages of agents and their channels. */
export const agentPages: readonly EveryPage[] = [
  page('home', () => '/', 'The last 30 days', /\/api\/.*statistics/),
  page('agents', () => '/agents', 'Engine guide', /\/api\/agents\?/),
  page('new agent', () => '/agents/new', 'Create agent'),
  page('agent', ({ agent }) => `/agents/${agent}`, 'All changes saved', /\/api\/agents\/[^/?]+$/),
  page('knowledge of an agent', ({ agent }) => `/agents/${agent}/knowledge`, 'Shop rules', /\/api\/agents\/[^/?]+$/),
  page('channels of an agent', ({ agent }) => `/agents/${agent}/channels`, 'Website widget', /\/api\/.*\/channels/),
  page('code of an agent', ({ agent }) => `/agents/${agent}/code`, 'Before you begin', /\/api\/agents\/[^/?]+$/),
  page(
    'channel',
    ({ agent, channel }) => `/agents/${agent}/channels/${channel}`,
    'Texts of the chat',
    /\/api\/channels\//,
  ),
  page(
    'set-up of a channel',
    (w) => `/agents/${w.agent}/channels/${w.channel}/setup`,
    /data-channel/,
    /\/api\/channels\//,
  ),
];

/** All other pages of a signed-in user. */
export const otherPages: readonly EveryPage[] = [
  page('knowledge', () => '/knowledge', 'Shop rules', /\/api\/knowledge-sources\?/),
  page('new source', () => '/knowledge/new', 'Paste text'),
  page('new source of an unknown type', () => '/knowledge/new?type=files', 'Paste text'),
  page('new text', () => '/knowledge/new?type=text', 'Add text'),
  page('new website', () => '/knowledge/new?type=website', 'Read the website'),
  page('new pairs', () => '/knowledge/new?type=qa', 'Add another pair'),
  page('new files', () => '/knowledge/new?type=file', /Drop/),
  page('source', ({ source }) => `/knowledge/${source}`, 'We ship within two days.', /\/knowledge-sources\/[^/?]+$/),
  page('pairs', ({ pairs }) => `/knowledge/${pairs}/pairs`, 'Do you ship to Norway?', /\/api\/.*\/pairs/),
  page(
    'agents of a source',
    ({ source }) => `/knowledge/${source}/agents`,
    'Engine guide',
    /\/knowledge-sources\/[^/]+\/agents/,
  ),
  page('syncs', ({ source }) => `/knowledge/${source}/syncs`, /Version 1/, /\/api\/.*\/syncs/),
  page('settings of a source', (w) => `/knowledge/${w.source}/settings`, /Save/, /\/knowledge-sources\/[^/?]+$/),
  page('conversations', () => '/conversations', /customer-7/, /\/api\/conversations\?/),
  page('conversation', (w) => `/conversations/${w.conversation}`, /within 30 days/, /\/api\/conversations\/[^/?]+$/),
  page('general', () => '/settings/general', 'Second workspace'),
  page('API keys', () => '/settings/api-keys', 'Website backend', /\/api\/api-keys/),
  page('members', () => '/settings/members', 'grace@example.com', /\/api\/.*\/members/),
  page('usage', () => '/settings/usage', 'Requests this minute', /\/api\/usage$/),
  page('security', () => '/settings/security', 'This session', /\/api\/sessions/),
  page('not found', () => '/settings/nowhere', 'Page not found'),
];
