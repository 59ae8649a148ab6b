import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, methodsOf } from '../../src/http/endpoint.ts';
import { anyEngine } from '../databases/engines.ts';
import { service } from '../harness.ts';
import { openWire, type Wire } from '../processes/wire.ts';
import { inParallel, summaryOf } from './answers.ts';
import { fieldsOf } from './bodies.ts';
import { rowOf } from './cells.ts';
import { endpointsOf, plainRoutes, type Route, watchRoutes } from './routes.ts';
import { rows } from './rows.ts';
import { isForVisitors } from './visitor-rules.ts';
import { bearer, buildWorld } from './world.ts';

const routesOf = watchRoutes();

interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly description?: string;
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

describe.each(anyEngine)('the route table, on %s', (engine) => {
  const running = service(engine, { environment: { PARLEY_METRICS_TOKEN: 'm'.repeat(40) } });
  let wire: Wire;
  let endpoints: readonly Endpoint[];

  beforeAll(() => {
    wire = openWire(running.url);
    endpoints = endpointsOf(running.features);
  });
  afterAll(() => wire.close());

  it('has one row per endpoint', () => {
    for (const endpoint of endpoints) expect(() => rowOf(endpoint)).not.toThrow();
    expect(endpoints.map(({ id }) => id).sort()).toEqual(Object.keys(rows).sort());
  });

  it('requires of each caller what the contract says', () => {
    const asked = { public: 'nothing', anyone: 'credential' } as Readonly<Record<string, string>>;
    const wrong = endpoints.filter((endpoint) => (asked[endpoint.access] ?? endpoint.access) !== rowOf(endpoint).needs);
    expect(wrong.map(nameOf)).toEqual([]);
  });

  it('has a slot for every path parameter, and for every ID in a query or body', () => {
    const idLike = /(?:^|[a-z])(?:Id|Ids|Sources)$|^token$/;
    // These are in the caller's own words: they refer to no object of ours.
    const callersOwn = new Set(['userId', 'clientMessageId', 'externalId']);
    // Of the instance, not of a workspace.
    const ofInstance = new Set(['provider']);
    // Of use only to the person that it names: tested with visitors and second factors.
    const ownTokens = new Set(['createVisitor: token', 'confirmSession: token']);
    // Of the object in the path only: tested with deliveries of webhooks.
    const ofParent = new Set(['redeliverWebhook: deliveryId']);
    const missing = endpoints.flatMap((endpoint) => {
      const { slots = {}, status } = rowOf(endpoint);
      const inPath = [...endpoint.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name ?? '');
      const objects = inPath.filter((name) => !ofInstance.has(name) && !callersOwn.has(name));
      const fields = [...Object.keys(endpoint.query?.properties ?? {}), ...Object.keys(fieldsOf(endpoint))];
      const named = [...objects, ...fields.filter((field) => idLike.test(field) && !callersOwn.has(field))];
      const unslotted = named.filter((name) => !(name in slots)).map((name) => `${endpoint.id}: ${name}`);
      return status >= 400 ? [] : unslotted.filter((each) => !ownTokens.has(each) && !ofParent.has(each));
    });
    expect(missing).toEqual([]);
  });

  it('matches the real router: endpoints, PATCH beside PUT, HEAD beside GET, plain routes, and 405 for other methods', async () => {
    const known = new Set(
      [
        ...endpoints.flatMap(({ path, ...endpoint }) => methodsOf(endpoint).map((method) => ({ method, path }))),
        ...plainRoutes,
      ].map(nameOf),
    );
    const real = routesOf(running.app);
    expect(real.length).toBeGreaterThan(known.size);
    expect([...known].filter((name) => !real.some((route) => nameOf(route) === name))).toEqual([]);

    // The script of the page at /docs, whose name contains its version.
    for (const { path } of real) if (/^\/docs\/scalar-[\d.]+\.js$/.test(path)) known.add(`GET ${path}`);
    const others = real.filter((route) => !known.has(nameOf(route)));
    const rest = others.filter(({ method, path }) => method !== 'HEAD' || !known.has(`GET ${path}`));
    const key = bearer({ key: await (await running.person()).key() });
    const answers = await inParallel(rest, (route) =>
      wire.send({ ...route, path: route.path.replaceAll(/:[A-Za-z]+/g, 'x'), headers: key }),
    );
    const open = answers.map((reply, index) => `${nameOf(rest[index] as Route)}: ${summaryOf(reply)}`);
    expect(open.filter((line) => !/: 405 method_not_allowed$|^HEAD .*: 405$/.test(line))).toEqual([]);
  });

  it('matches openapi.json, including who may call', () => {
    const text = readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8');
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, security, description = '' }]) => ({
        route: `${method.toUpperCase()} ${path}`,
        id: operationId,
        schemes: security.flatMap(Object.keys).sort(),
        scope: /Scope: `([a-z:]+)`/.exec(description)?.[1],
      })),
    );
    const expected = endpoints.map((endpoint) => {
      const { needs } = rowOf(endpoint);
      const credentials = needs === 'nothing' ? [] : needs === 'session' ? ['session'] : ['apiKey', 'session'];
      const schemes = [...credentials, ...(isForVisitors(endpoint.id) ? ['visitor'] : [])];
      const route = nameOf({ ...endpoint, path: endpoint.path.replaceAll(/:([A-Za-z]+)/g, '{$1}') });
      return { route, id: endpoint.id, schemes, scope: needs.includes(':') ? needs : undefined };
    });
    const byRoute = (a: { route: string }, b: { route: string }) => (a.route < b.route ? -1 : 1);
    expect(documented.sort(byRoute)).toEqual(expected.sort(byRoute));
  });

  it('HEAD returns GET’s answer without its body, under the same rules', async () => {
    const world = await buildWorld(running);
    const { home } = world.sites;
    const headers = bearer(await world.keyOf(home.owner, 'ours', { scopes: ['agents:write'] }));
    const reads = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path);
    for (const path of [...reads, '/metrics'].map((each) => each.replaceAll(/:[A-Za-z]+/g, 'x'))) {
      const [full, head] = await Promise.all(['GET', 'HEAD'].map((method) => wire.send({ method, path, headers })));
      expect(`${path} ${head?.status} ${head?.text}`).toBe(`${path} ${full?.status} `);
    }
  });
});
