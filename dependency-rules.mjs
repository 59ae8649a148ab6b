/**
 * The import rules of the project, checked by dependency-cruiser (`npm run check`).
 *
 *   main → app → compose → features → { http (routes only), access, storage, models, outbound, errors }
 *   feature → routes → service → store
 *
 * A rule's comment is what a reader sees when it is broken, so it says what to do instead.
 */

/** @typedef {import('./scripts/checks/node_modules/dependency-cruiser/types/dependency-cruiser.mjs').IForbiddenRuleType} Rule */

const server = '^apps/server/src/';
const features = `${server}features/`;
const test = '(\\.test\\.ts$|/testing/)';
const conversations = `${features}conversations/`;
/** The modules that know the features: the composition root and its groups. */
const root = `${server}(app\\.ts$|compose/)`;
/** The operator names the bucket, as it names the model providers. */
const bucket = `${server}storage/blobs/s3-client.ts`;

/**
 * A rule for production code: tests may reach anything.
 * @param {string} path
 */
const production = (path) => ({ path, pathNot: test });

/**
 * A package that one file alone imports, so that it can be replaced there.
 * @param {string} name
 * @param {string} modules a regular expression for its folders in node_modules
 * @returns {Rule}
 */
const oneImporter = (name, modules) => ({
  name: `one-importer-${name}`,
  comment: `Exactly one file imports ${name}: go through that file, so that the package can be replaced in one place.`,
  from: production('^(apps|packages)/'),
  module: { path: `node_modules/(${modules})/`, numberOfDependentsMoreThan: 1 },
});

/** @type {Rule[]} */
const direction = [
  {
    name: 'no-cycles',
    comment: 'Two files that need each other are one file, or want a third that both import.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'features-are-siblings',
    comment: 'A feature declares the functions that it needs, and its group in compose/ passes them in.',
    from: { path: `${features}([^/]+)/`, pathNot: test },
    to: { path: features, pathNot: `${features}$1/` },
  },
  {
    name: 'only-the-top-knows-features',
    comment: 'Only compose/, app.ts, main.ts and the commands import a feature; all else is given what it needs.',
    from: { path: server, pathNot: [root, `${server}main\\.ts$`, `${server}commands/`, features, test] },
    to: { path: features },
  },
  {
    name: 'the-top-is-imported-by-nobody',
    comment:
      'app.ts with its groups, serving.ts and main.ts compose everything else; importing them is a cycle to come.',
    from: { path: server, pathNot: [root, `${server}(serving|main)\\.ts$`, `${server}commands/`, test] },
    to: { path: [root, `${server}(serving|main)\\.ts$`] },
  },
  {
    name: 'groups-are-siblings',
    comment: 'A group declares the functions that it needs of others, and app.ts passes them in.',
    from: { path: `${server}compose/` },
    to: { path: `${server}compose/`, pathNot: `${server}compose/base\\.ts$` },
  },
  {
    name: 'groups-know-features-by-their-factory',
    comment: 'Each feature exports one factory from its feature.ts; its group in compose/ calls it.',
    from: { path: root },
    to: { path: features, pathNot: `${features}[^/]+/feature\\.ts$`, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'storage-and-mail-stand-alone',
    comment: 'Storage runs units of work, and mail is sent by its jobs; actors, requests and models are above both.',
    from: production(`${server}(storage|mail)/`),
    to: { path: `${server}(access|http|models)/` },
  },
  {
    name: 'access-stands-alone',
    comment:
      'Actors and their rights are the same for every way in, so access runs neither HTTP nor queries; types are free.',
    from: production(`${server}access/`),
    to: { path: `${server}(http|models|storage)/`, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'models-stand-alone',
    comment: 'A model provider gets what it needs as arguments; it knows neither HTTP nor the database.',
    from: production(`${server}models/`),
    to: { path: `${server}(access|http|storage)/` },
  },
  {
    name: 'outbound-and-text-stand-alone',
    comment: 'The way to other servers decides by URL and settings, and words depend on their text; the rest is above.',
    from: production(`${server}(outbound|text)/`),
    to: { path: server, pathNot: [`${server}$1/`, `${server}((version|parse-url)\\.ts$|scheduling/)`] },
  },
  {
    name: 'retrieval-stands-alone',
    comment: 'Retrieval is given a scope and a question; who asks, and how, is decided above.',
    from: production(`${server}retrieval/`),
    to: { path: `${server}(access|http|crawl)/` },
  },
  {
    name: 'libraries-stand-alone',
    comment: 'Documents, prompts, replies and formats are values; features decide who asks and what is stored.',
    from: production(`${server}(connectors|crawl|extract|grounding|platforms|prompts|replies|rendering)/`),
    to: { path: [`${server}(access/(?!equal-|standard-)|http/|storage/)`, `${server}retrieval/.*store\\.ts$`] },
  },
  {
    name: 'schemas-stand-alone',
    comment: 'The schemas that features share use TypeBox only.',
    from: production(`${server}schemas/`),
    to: { path: server, pathNot: `${server}schemas/` },
  },
  {
    name: 'errors-stand-alone',
    comment: 'Everything throws AppError, so errors.ts imports nothing.',
    from: { path: `${server}errors\\.ts$` },
    to: {},
  },
];

const extract = `${server}extract/`;
/** @type {Rule[]} */
const extraction = [
  {
    name: 'parsers-run-in-their-process',
    comment: 'Documents are parsed in a process that can be killed (decision 0041): call the extractor.',
    from: { path: server, pathNot: [`${extract}(parsers/|process/tasks\\.ts$)`, test] },
    to: { path: `${extract}parsers/` },
  },
  {
    name: 'tasks-are-for-the-extraction-process',
    comment: 'Only the program of the extraction process imports what it runs; the server talks to it by messages.',
    from: { path: server, pathNot: [`${extract}(extractor-process|process/serve)\\.ts$`, test] },
    to: { path: `${extract}process/(serve|tasks|watchdog)\\.ts$`, dependencyTypesNot: ['type-only'] },
  },
];

/** The files of a feature that may know HTTP, whatever folder inside it they are in. */
const http = `${features}.*/(routes|feature)\\.ts$`;

/** @type {Rule[]} */
const roles = [
  {
    name: 'only-routes-know-http',
    comment: 'A service takes an actor and plain input and gives values; routes.ts makes answers and headers of them.',
    from: { path: features, pathNot: [http, test] },
    to: { path: `${server}http/` },
  },
  {
    name: 'routes-go-through-the-service',
    comment: 'routes → service → store: a route calls its service in one expression.',
    from: production(`${features}.*/routes\\.ts$`),
    to: { path: `${features}.*store\\.ts$` },
  },
  {
    name: 'nothing-climbs-to-routes',
    comment: 'feature → routes → service → store: nothing climbs.',
    from: { path: features, pathNot: [`${features}.*/feature\\.ts$`, test] },
    to: { path: `${features}.*/(routes|feature)\\.ts$` },
  },
  {
    name: 'stores-are-the-bottom',
    comment: 'A store holds SQL: it imports storage, other stores and schemas, and nothing that decides.',
    from: production(`${features}.*store\\.ts$`),
    to: { path: features, pathNot: `${features}.*(store|schema)\\.ts$` },
  },
  {
    name: 'turns-are-below-messages',
    comment: 'service, takeover, messages → turns → stores: a turn does not know who asked for it.',
    from: production(`${conversations}turns/`),
    to: {
      path: `${conversations}(messages/|takeover/|[^/]+$)`,
      pathNot: `${conversations}.*(store|schema|failures)\\.ts$`,
    },
  },
];

/** @type {Rule[]} */
const packages = [
  {
    name: 'sql-is-in-stores',
    comment: 'Only storage/ and store.ts files import kysely; a service asks its store for statements.',
    from: { path: '^apps/server/', pathNot: [`${server}storage/`, `${server}.*store\\.ts$`, test] },
    to: { path: 'node_modules/kysely/' },
  },
  {
    name: 'fastify-is-in-http',
    comment: 'Only http/ imports Fastify; a feature describes its endpoints as data.',
    from: { path: '^apps/server/', pathNot: [`${server}http/`, test] },
    to: { path: 'node_modules/(fastify|@fastify)/' },
  },
  {
    name: 'requests-go-through-outbound',
    comment: 'Only outbound/ sends requests to other servers, so that no address escapes its policy: call its fetch.',
    from: { path: '^apps/server/', pathNot: [`${server}outbound/`, bucket, test] },
    to: { path: ['node_modules/undici/', '^(node:)?(https|http2|tls|dns|dns/promises)$'] },
  },
  oneImporter('@photostructure/sqlite', '@photostructure/sqlite'),
  oneImporter('pg', 'pg|@types/pg'),
  oneImporter('ioredis', 'ioredis'),
  oneImporter('rate-limiter-flexible', 'rate-limiter-flexible'),
  oneImporter('@node-rs/argon2', '@node-rs/argon2'),
  ...['aws4fetch', 'nodemailer', '@modelcontextprotocol/client'].map((name) => oneImporter(name, name)),
  {
    name: 'production-needs-no-tests',
    comment: 'Code that production code needs does not live in testing/ or in a test.',
    from: { path: '^(apps|packages)/[^/]+/src/', pathNot: test },
    to: { path: '^(apps|packages)/[^/]+/.*(\\.test\\.tsx?$|/testing/)|^(apps|packages)/[^/]+/testing/' },
  },
  {
    name: 'the-dashboard-is-a-client',
    comment: 'The dashboard and the widget call the API like everyone else; tests have the same other side.',
    from: { path: '^(apps/dashboard|packages/widget)/' },
    to: { path: '^apps/server/', pathNot: '^apps/server/testing/servers/' },
  },
  {
    name: 'the-server-is-no-client',
    comment: 'The server makes the document from which the SDK is made; only its tests use the SDK.',
    from: production(server),
    to: { path: '^(packages|apps/dashboard)/', pathNot: '^packages/markdown/' },
  },
  {
    name: 'the-sdk-stands-alone',
    comment: 'The SDK has no dependency and runs in browsers, so it imports nothing but itself.',
    from: production('^packages/sdk/src/'),
    to: { pathNot: '^packages/sdk/src/' },
  },
  {
    name: 'packages-stand-alone',
    comment: 'Others bundle these packages: one imports marked and itself only, the other React and itself.',
    from: production('^packages/(markdown|react)/src/'),
    to: { pathNot: '^(packages/$1/src/|node_modules/(marked|(@types/)?react)/)' },
  },
  {
    name: 'every-import-resolves',
    comment: 'This import leads nowhere.',
    from: {},
    to: { couldNotResolve: true },
  },
];

/** @type {import('./scripts/checks/node_modules/dependency-cruiser/types/dependency-cruiser.mjs').IConfiguration} */
export default {
  forbidden: [...direction, ...roles, ...extraction, ...packages].map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(apps|packages)/[^/]+/(dist|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['parley-source', 'import', 'node', 'default', 'types'],
    },
  },
};
