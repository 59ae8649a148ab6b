import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../src/storage/database.ts';
import { anyEngine } from '../databases/engines.ts';
import { agentBodies, type Flaws } from '../fixtures/agent-bodies.ts';
import { service } from '../harness.ts';
import { openWire, type Wire } from '../processes/wire.ts';
import { assignmentProblems } from './assignment.ts';
import { allowed, found } from './checks.ts';
import { permissionProblems, type Setting } from './permissions.ts';
import { path, type Row } from './row.ts';
import { subjects } from './subjects.ts';
import { buildWorld, type World } from './world.ts';

// Hundreds of requests on a possibly busy machine.
vi.setConfig({ testTimeout: 90_000 });

const ofAgent = {
  needs: 'agents:write',
  status: 200,
  slots: { id: path('agent') },
  checks: [found('id', 'agent_not_found'), allowed('id', 'agents:write')],
} as const satisfies Row;

const rows: Readonly<Record<string, Row>> = {
  testAgentFiles: { ...ofAgent, body: ({ serial }) => ({ title: `${serial}`, tags: ['a', 'b'] }) },
  testAgentBytes: ofAgent,
};

/** Names that the endpoints accept on purpose: none. */
const nothing = {};

// The product's own endpoints are in the other tests of the matrix.
describe.each(anyEngine)('forms and raw bytes in the matrix, on %s', (engine) => {
  const right = settingOf(engine, {});
  const flawed = settingOf(engine, { anyAgent: true, early: true, lax: true });

  it.each(Object.keys(subjects))('finds nothing wrong in right endpoints: %s', async (name) => {
    expect(await permissionProblems(right(), name)).toEqual([]);
  });

  it('finds no field that right endpoints accept', async () => {
    expect(await assignmentProblems({ ...right(), meant: nothing, echoed: nothing })).toEqual([]);
  });

  it('finds endpoints that accept any agent, and that keep the files of a refused request', async () => {
    const problems = (await permissionProblems(flawed(), 'session of a viewer')).join('\n');
    for (const path of ['files', 'bytes']) {
      expect(problems).toContain(`/api/test/agents/:id/${path} id=home: 200 in place of 403 insufficient_role`);
      expect(problems).toContain(`/api/test/agents/:id/${path} id=foreign: 200 in place of 404 agent_not_found`);
    }
    expect(problems).toContain('A request without effect left + blobs ');
  });

  it('finds a form that accepts a field that only the service sets', async () => {
    const problems = await assignmentProblems({ ...flawed(), meant: nothing, echoed: nothing });
    expect(problems.filter((problem) => problem.startsWith('testAgentFiles with role: '))).toHaveLength(1);
  });
});

/** Starts a server with those endpoints for the tests of a block, and closes it after them. */
function settingOf(engine: Engine, flaws: Flaws): () => Setting {
  const endpoints = agentBodies(() => running.features.blobs, flaws);
  const running = service(engine, { endpoints });
  let world: World;
  let wire: Wire;
  beforeAll(async () => {
    world = await buildWorld(running);
    wire = openWire(running.url);
  });
  afterAll(() => wire.close());
  return () => ({ service: running, world, wire, rows, endpoints: endpoints(running.db) });
}
