import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { anyEngine } from '../databases/engines.ts';
import { service } from '../harness.ts';
import { openWire, type Wire } from '../processes/wire.ts';
import { permissionProblems } from './permissions.ts';
import { endpointsOf } from './routes.ts';
import { subjects } from './subjects.ts';
import { buildWorld, type World } from './world.ts';

/** The files that test the subjects: each subject belongs to one. */
type Part = 'keys' | 'sessions' | 'others';

const partOf = (subject: string): Part =>
  subject.startsWith('key ') ? 'keys' : subject.startsWith('session ') ? 'sessions' : 'others';

/** Tests each subject of a part with each endpoint. A part has a service of its own, since a full one is slower. */
export function testPermissions(part: Part): void {
  // Thousands of requests on a possibly busy machine.
  vi.setConfig({ testTimeout: 90_000 });

  describe.each(anyEngine)(`permissions of ${part}, on %s`, (engine) => {
    const running = service(engine);
    let world: World;
    let wire: Wire;

    beforeAll(async () => {
      world = await buildWorld(running);
      wire = openWire(running.url);
    });
    afterAll(() => wire.close());

    it.each(Object.keys(subjects).filter((name) => partOf(name) === part))('%s', async (name) => {
      const endpoints = endpointsOf(running.features);
      expect(await permissionProblems({ service: running, world, wire, endpoints }, name)).toEqual([]);
    });
  });
}
