import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { withDefaults } from './scripts/test-runs/test-project.mjs';
import { pureTests, tags, testsIn } from './scripts/test-runs/test-selection.mjs';
import { readTimes } from './scripts/test-runs/test-times.mjs';
import { installTools } from './scripts/with-tools.mjs';

// Here, so that every command that runs tests has their packages.
installTools('.');

// npm sets `production` for its scripts, because `.npmrc` omits what a start doesn't need.
process.env['NODE_ENV'] = 'test';

const times = readTimes();

/** The seconds that a file took when it was last profiled; a new one counts as a slow one. */
function secondsOf({ moduleId }: TestSpecification): number {
  const { hooks, tests } = times.get(relative(import.meta.dirname, moduleId)) ?? { hooks: 0, tests: 10 };
  return hooks + tests;
}

/**
 * Runs one project after another, since only files of the same one share workers, and of each the slowest files first,
 * so that all workers are busy to the end. The project whose files are the shortest is the last.
 */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = new Map(
      files.map(({ project }) => [project.name, files.filter((one) => one.project === project)]),
    );
    const mean = (its: readonly TestSpecification[]) => its.reduce((sum, one) => sum + secondsOf(one), 0) / its.length;
    return [...projects.values()]
      .sort((one, other) => mean(other) - mean(one))
      .flatMap((its) => its.toSorted((one, other) => secondsOf(other) - secondsOf(one)));
  }
}

/** Every test of the repository in one run; each workspace says in its own file how its tests run. */
export default defineConfig({
  test: {
    // Tests wait for locks, leases, timeouts and a browser often enough that two cores serve four workers.
    maxWorkers: 4,
    sequence: { sequencer: SlowestFirst },
    tags,
    projects: [
      // Together, because their workers can share all modules and need no set-up. The server's pure tests are here in
      // `npm run test:pure` only: otherwise they run with the server's other tests, whose workers have its modules
      // already.
      withDefaults({ name: 'pure', include: pureTests(), isolate: false }),
      'apps/*/vitest.config.ts',
      'packages/*/vitest.config.ts',
      withDefaults({
        name: 'scripts',
        include: testsIn(import.meta.dirname, ['scripts', 'python/scripts']),
        globalSetup: ['scripts/build-before-tests.mjs'],
      }),
    ],
  },
});
