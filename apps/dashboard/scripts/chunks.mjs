import { dirname, join } from 'node:path';

/** @typedef {{ code: string | null, importedIds: readonly string[], dynamicallyImportedIds: readonly string[] }} Module */
/** @typedef {{ getModuleInfo(id: string): Module | null }} Graph */

/** Packages for rendering, routes and queries. They change only with a library's version, and every page needs them. */
const runtime = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\//;

/** Packages whose index only exports other modules: importing a name from it needs that name's module only. */
const index = /node_modules\/@mantine\/[a-z]+\/esm\/index\.mjs$/;

/** Code that pages with a form need, besides controls. */
const form = /node_modules\/@mantine\/form\//;

/** Code that only pages that ask for a password need. */
const password = /(\/components\/PasswordInput\/|\/ui\/forms\/(new-password|password-strength)\.)/;

/** Code that most dialogs use, on every page: a dialog must not load the chunk of one feature for it. */
const ofDialogs = /node_modules\/@mantine\/core\/esm\/components\/Group\//;

/** Code that shows messages. Lists of conversations need only the words of a message and its attachments. */
const chat = /\/features\/chat\/(?!citations\/cited-text\.|message\/attachments\/attachment-words\.)|\/quote-links\./;

/** Charts, and what Home reads: it has them from the start, other pages on demand or not at all. */
const ofHome = /\/ui\/charts\/(bar-[a-z]+|band-plot|sparkline|ticks)\.|\/queries\/home-queries\./;

/** Queries of one feature's pages. Parts of other features use them on demand, without the rest of that feature. */
const apart = /\/queries\/(knowledge|tool|saved-reply)-queries\./;

/** Parts that the frame of a page and the inbox load on demand, but always, such as the counts of the sidebar. */
export const aside =
  /\/(approvals-count|waiting-count|waiting-number|here-switch|conversation-events|queries\/tool-queries|favicon-waiting)\./;

/** Parts that a conversation loads on demand, but always. */
export const beside =
  /\/(conversations\/(details\/assignment|presence\/\w|suggest\/(translation|use-free-writer|suggest\.)|deliveries\/\w|notes\/notes?\.|entries\/\w|pick\/rests)|queries\/delivery-queries|citations\/citation-chip)/;

/** Modules of ours that parts loaded on demand use, too. */
const ofNoFeature = /\/src\/(ui|api)\//;

/** Parts of pages that load on demand, but always with the page: they share the chunk of that page. */
const firstParts = ['features/agents/model/model-field.tsx', 'features/agents/model/temperature-field.tsx'];

/** The pages that show conversations, with parts of other pages on demand. */
const ofTalk = ['conversations', 'home', 'shared'];

/** Pages that people see one after another, in one chunk. */
const together = new Map([
  ...['setup', 'join', 'sign-in'].map((feature) => /** @type {const} */ ([feature, 'outside'])),
  ...['keys', 'members', 'security', 'workspaces'].map((feature) => /** @type {const} */ ([feature, 'settings'])),
]);

/**
 * Names the chunk of each module, so that a page's first load is a few files with little unused code. `runtime` and
 * `base` hold the code that every page needs. `controls` (libraries) and `shared` (ours) hold the code for pages of
 * several features; `talk`, `common`, `others`, `form` and `password` the code for some of those pages; `chat` the code
 * that shows messages. `overlays` holds the code that opens over a page; it loads at the first input. The chunk of a
 * feature has the name of the feature. Everything else is loaded on demand, and gets a chunk by default. Each chunk
 * imports only chunks named before it here, so that imports have no cycle.
 * @param {string} sources
 * @returns {(id: string, graph: Graph) => string | null}
 */
export function nameChunks(sources) {
  /** @type {{ base: Set<string>, users: Map<string, Set<string>>, overlays: Set<string> } | undefined} */
  let plan;
  return (id, graph) => {
    if (runtime.test(id)) return 'runtime';
    if (apart.test(id)) return null;
    plan ??= makePlan(sources, graph);
    if (plan.base.has(id)) return 'base';
    const [user, ...others] = plan.users.get(id) ?? [];
    if (user === undefined) return plan.overlays.has(id) ? 'overlays' : null;
    return nameOfPurpose(id) ?? (others.length === 0 ? user : nameOfShared(graph, id, [user, ...others]));
  };
}

/** @param {string} id */
function nameOfPurpose(id) {
  if (password.test(id)) return 'password';
  if (ofHome.test(id)) return 'home';
  return chat.test(id) ? 'chat' : null;
}

/**
 * @param {Graph} graph
 * @param {string} id
 * @param {readonly string[]} users
 */
function nameOfShared(graph, id, users) {
  if ([...reach(graph, [id])].some((needed) => form.test(needed))) return 'form';
  // Conversations load the code of Markdown, and agents have the largest form: they load no code that they don't need.
  if (users.includes('conversations')) {
    if (id.includes('node_modules')) return 'controls';
    return users.every((user) => ofTalk.includes(user)) ? 'talk' : 'shared';
  }
  return users.includes('agents') ? 'common' : 'others';
}

/**
 * @param {string} sources
 * @param {Graph} graph
 */
function makePlan(sources, graph) {
  const shell = join(sources, 'features/shell/shell.tsx');
  const base = reach(graph, [join(sources, 'main.tsx'), shell]);
  const pages = graph.getModuleInfo(join(sources, 'routes.tsx'))?.dynamicallyImportedIds ?? [];
  /** @type {Map<string, Set<string>>} */
  const users = new Map();
  for (const root of [...pages.filter((id) => id !== shell), ...firstParts.map((part) => join(sources, part))]) {
    const feature = /\/features\/([a-z-]+)\//.exec(root)?.[1] ?? '';
    for (const id of reach(graph, [root])) {
      users.set(id, (users.get(id) ?? new Set()).add(together.get(feature) ?? feature));
    }
  }
  const overlays = reach(graph, [join(sources, 'ui/overlays/code.ts')]);
  const ofNoPage = [...users.keys()].filter((user) => ofNoFeature.test(user) || ofDialogs.test(user));
  for (const id of [...reach(graph, ofNoPage), ...overlays]) users.get(id)?.add('shared');
  const markdown = join(sources, 'ui/markdown/markdown.tsx');
  for (const id of reach(graph, [markdown])) users.get(id)?.add('conversations');
  for (const id of reach(graph, [markdown, ...[...users.keys()].filter((user) => chat.test(user))])) {
    users.get(id)?.add('chat');
  }
  return { base, users, overlays };
}

/**
 * The modules that some modules import, directly or not, with themselves.
 * @param {Graph} graph
 * @param {readonly string[]} starts
 */
function reach(graph, starts) {
  /** @type {Set<string>} */
  const reached = new Set();
  const open = [...starts];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const module = reached.has(id) ? null : graph.getModuleInfo(id);
    if (module === null) continue;
    reached.add(id);
    for (const imported of module.importedIds) {
      if (index.test(imported)) open.push(...namedModules(graph, imported, module.code ?? ''));
      else open.push(imported);
    }
  }
  return reached;
}

/**
 * The modules that export the names which a module imports from an index.
 * @param {Graph} graph
 * @param {string} indexId
 * @param {string} code
 */
function namedModules(graph, indexId, code) {
  const name = /node_modules\/(@mantine\/[a-z]+)\//.exec(indexId)?.[1];
  const sources = new Map(importsOf(graph.getModuleInfo(indexId)?.code ?? '').map(([name, from]) => [name, from]));
  return importsOf(code)
    .filter(([, from]) => from === name)
    .map(([imported]) => sources.get(imported))
    .filter((from) => from !== undefined)
    .map((from) => join(dirname(indexId), from));
}

/**
 * The names that a module imports, or exports again, and from where.
 * @param {string} code
 * @returns {[name: string, from: string][]}
 */
const importsOf = (code) =>
  [...code.matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)].flatMap(
    ([, names = '', from = '']) =>
      names.split(',').map((each) => /** @type {[string, string]} */ ([each.trim().split(/\s+as\s+/)[0] ?? '', from])),
  );
