// @module-tag pure

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import rules from '../../dependency-rules.mjs';

const S = 'apps/server/src';
const K = `${S}/extract`;

/** Imports that must be refused: the rule that refuses, the file, what it imports. */
const refused = [
  ['no-cycles', `${S}/one.ts`, `${S}/two.ts`],
  ['features-are-siblings', `${S}/features/a/service.ts`, `${S}/features/b/store.ts`],
  ['only-the-top-knows-features', `${S}/http/auth.ts`, `${S}/features/b/store.ts`],
  ['only-the-top-knows-features', `${S}/storage/jobs.ts`, `${S}/features/b/store.ts`],
  ['the-top-is-imported-by-nobody', `${S}/http/server.ts`, `${S}/app.ts`],
  ['groups-are-siblings', `${S}/compose/people.ts`, `${S}/compose/agents.ts`],
  ['the-top-is-imported-by-nobody', `${S}/features/a/service.ts`, `${S}/compose/base.ts`],
  ['groups-know-features-by-their-factory', `${S}/app.ts`, `${S}/features/b/store.ts`],
  ['groups-know-features-by-their-factory', `${S}/compose/people.ts`, `${S}/features/b/store.ts`],
  ['storage-and-mail-stand-alone', `${S}/storage/database.ts`, `${S}/http/auth.ts`],
  ['storage-and-mail-stand-alone', `${S}/storage/unit.ts`, `${S}/access/actor.ts`],
  ['storage-and-mail-stand-alone', `${S}/mail/mail.ts`, `${S}/http/auth.ts`],
  ['access-stands-alone', `${S}/access/callers.ts`, `${S}/http/auth.ts`],
  ['schemas-stand-alone', `${S}/schemas/lists.ts`, `${S}/storage/database.ts`],
  ['libraries-stand-alone', `${S}/crawl/page.ts`, `${S}/storage/database.ts`],
  ['libraries-stand-alone', `${S}/extract/extractor.ts`, `${S}/retrieval/store.ts`],
  ['libraries-stand-alone', `${S}/platforms/kinds.ts`, `${S}/access/actor.ts`],
  ['libraries-stand-alone', `${S}/prompts/window.ts`, `${S}/storage/database.ts`],
  ['retrieval-stands-alone', `${S}/retrieval/ranking/rank.ts`, `${S}/http/auth.ts`],
  ['only-routes-know-http', `${S}/features/b/sending.ts`, `${S}/http/auth.ts`],
  ['only-routes-know-http', `${S}/features/b/messages/store.ts`, `${S}/http/auth.ts`],
  [
    'turns-are-below-messages',
    `${S}/features/conversations/turns/run.ts`,
    `${S}/features/conversations/messages/sending.ts`,
  ],
  ['turns-are-below-messages', `${S}/features/conversations/turns/live.ts`, `${S}/features/conversations/service.ts`],
  ['models-stand-alone', `${S}/models/echo.ts`, `${S}/storage/jobs.ts`],
  ['outbound-and-text-stand-alone', `${S}/outbound/policy.ts`, `${S}/storage/database.ts`],
  ['outbound-and-text-stand-alone', `${S}/text/words.ts`, `${S}/storage/database.ts`],
  ['requests-go-through-outbound', `${S}/features/b/service.ts`, 'undici'],
  ['requests-go-through-outbound', `${S}/models/vendor.ts`, 'node:https'],
  ['errors-stand-alone', `${S}/errors.ts`, `${S}/ids.ts`],
  ['routes-go-through-the-service', `${S}/features/b/routes.ts`, `${S}/features/b/store.ts`],
  ['nothing-climbs-to-routes', `${S}/features/b/service.ts`, `${S}/features/b/more/routes.ts`],
  ['stores-are-the-bottom', `${S}/features/b/list-store.ts`, `${S}/features/b/more-service.ts`],
  ['sql-is-in-stores', `${S}/features/b/service.ts`, 'kysely'],
  ['fastify-is-in-http', `${S}/features/b/routes.ts`, 'fastify'],
  ['fastify-is-in-http', `${S}/features/a/routes.ts`, '@fastify/swagger'],
  ['one-importer-@photostructure/sqlite', `${S}/storage/sqlite/reader.ts`, '@photostructure/sqlite'],
  ['one-importer-@photostructure/sqlite', `${S}/storage/sqlite/worker.ts`, '@photostructure/sqlite'],
  ['production-needs-no-tests', `${S}/features/b/service.ts`, 'apps/server/testing/harness.ts'],
  ['production-needs-no-tests', `${S}/features/a/store.ts`, `${S}/features/a/a.test.ts`],
  ['the-dashboard-is-a-client', 'apps/dashboard/src/main.tsx', `${S}/ids.ts`],
  ['the-dashboard-is-a-client', 'packages/widget/src/loader/main.ts', `${S}/ids.ts`],
  ['the-server-is-no-client', `${S}/features/b/service.ts`, 'packages/sdk/src/index.ts'],
  ['the-sdk-stands-alone', 'packages/sdk/src/client.ts', 'node:http'],
  ['parsers-run-in-their-process', `${K}/extractor.ts`, `${K}/parsers/csv.ts`],
  ['tasks-are-for-the-extraction-process', `${K}/extractor.ts`, `${K}/process/tasks.ts`],
  ['packages-stand-alone', 'packages/markdown/src/lexer.ts', 'packages/sdk/src/index.ts'],
  ['packages-stand-alone', 'packages/react/src/chat.ts', 'packages/sdk/src/index.ts'],
  ['every-import-resolves', `${S}/config/config.ts`, './nowhere.ts'],
];

/** Imports that no rule may refuse. */
const allowed = [
  [`${S}/main.ts`, `${S}/app.ts`],
  [`${S}/app.ts`, `${S}/compose/people.ts`],
  [`${S}/compose/people.ts`, `${S}/features/b/feature.ts`],
  [`${S}/compose/agents.ts`, `${S}/compose/base.ts`],
  [`${S}/features/b/feature.ts`, `${S}/features/b/routes.ts`],
  [`${S}/features/b/routes.ts`, `${S}/http/endpoint.ts`],
  [`${S}/features/conversations/messages/sending.ts`, `${S}/features/conversations/turns/registry.ts`],
  [`${S}/features/conversations/turns/run.ts`, `${S}/features/conversations/messages/store.ts`],
  [`${S}/commands/user.ts`, `${S}/features/b/service.ts`],
  [`${S}/features/b/service.ts`, `${S}/features/b/store.ts`],
  [`${S}/features/b/store.ts`, 'kysely'],
  [`${S}/storage/prepared.ts`, 'kysely'],
  [`${S}/outbound/exchange.ts`, 'undici'],
  [`${S}/outbound/connect.ts`, 'node:tls'],
  [`${S}/models/models.ts`, `${S}/outbound/outbound.ts`],
  [`${S}/http/server.ts`, 'fastify'],
  [`${S}/features/accounts/password.ts`, '@node-rs/argon2'],
  [`${S}/features/b/b.test.ts`, 'apps/server/testing/harness.ts'],
  ['apps/server/testing/harness.ts', `${S}/app.ts`],
  ['apps/server/testing/make.ts', 'packages/sdk/src/index.ts'],
  ['packages/sdk/src/client.test.ts', 'node:http'],
  [`${S}/features/b/rendering.ts`, 'packages/markdown/src/lexer.ts'],
];

/** The other half of the cycle above, which is reported once. */
const back = [`${S}/two.ts`, `${S}/one.ts`];

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'parley-rules-'));
/** @type {{ from: string, to: string, rule: string }[]} */
let violations = [];

beforeAll(async () => {
  writeImports([...refused.map(([, from = '', to = '']) => [from, to]), ...allowed, back]);
  const options = { ...rules.options, baseDir: folder, validate: true, ruleSet: { forbidden: rules.forbidden } };
  const { output } = await cruise(['apps', 'packages'], /** @type {any} */ (options));
  if (typeof output === 'string') throw new Error(output);
  violations = output.summary.violations.map(({ from, to, rule }) => ({ from, to, rule: rule.name }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the import rules', () => {
  it.each(refused)('%s refuses %s → %s', (rule, from, to) => {
    // A rule on the number of importers names the imported package alone.
    const found = violations.filter((one) => one.from === from || one.from.includes(`node_modules/${to}/`));
    expect(found.map((one) => one.rule)).toContain(rule);
  });

  it.each(allowed)('allow %s → %s', (from, to) => {
    expect(violations.filter((one) => one.from === from && one.to.includes(to))).toEqual([]);
  });
});

/**
 * Writes a checkout in which each file imports what is listed beside it.
 * @param {string[][]} imports
 */
function writeImports(imports) {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'tsconfig.base.json'), '{}');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  /** @type {Map<string, string[]>} */
  const files = new Map();
  for (const [from = '', to = ''] of imports) {
    files.set(from, [...(files.get(from) ?? []), to]);
    if (/^(apps|packages)\//.test(to)) files.set(to, files.get(to) ?? []);
  }
  for (const [file, targets] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const lines = targets.map((to) => `import '${/^(apps|packages)\//.test(to) ? path(file, to) : to}';`);
    writeFileSync(join(folder, file), `${lines.join('\n')}\nexport {};\n`);
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function path(from, to) {
  const way = relative(dirname(from), to);
  return way.startsWith('.') ? way : `./${way}`;
}
