import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { withDefaults } from './scripts/test-project.mjs';
import { pureTests, tags, tagsFilter, testsIn } from './scripts/test-selection.mjs';

/** Files that take a quarter of a minute and more, the slowest first, as parts of their paths. */
const slow = [
  'docs/testing',
  'soak/soak',
  'crash/turns',
  'crash/conversations',
  'crash/deletions',
  'crash/syncs',
  'crash/webhooks',
  'crash/messengers',
  'crash/power-cut',
  'crash/sigkill',
  'commands/people',
  'testing/packages',
  'matrix/revocation',
  'several/move',
  'testing/pages',
  'testing/every-',
  'testing/conversation-pages',
  'testing/two-tabs',
  'testing/restart',
  'testing/filter-bar',
  'testing/scale.',
  'scale/',
  'crash/',
  'several/',
  'commands/',
  'widget/testing',
  'testing/playground',
  'testing/conversations',
  'testing/journeys',
  'testing/firefox',
  'testing/narrow',
  'fuzz/',
  'hostile/',
  'channels/kinds/',
  'channels/email',
  'channels/rendering/',
  'property/',
  'turns/followers',
  'models/bursts',
  'models/faults',
  'group-commit',
  'matrix/',
  'python/testing',
  'scripts/',
];

/** Starts with the files that take long, so that all workers are busy to the end; then one project after another. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => {
      const found = slow.findIndex((part) => moduleId.includes(part));
      return found === -1 ? slow.length : found;
    };
    return sorted.sort((one, other) => place(one) - place(other));
  }
}

/** Every test of the repository in one run; each workspace says in its own file how its tests run. */
export default defineConfig({
  test: {
    // Tests wait for locks, leases, timeouts and a browser often enough that two cores serve four workers.
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    tags,
    tagsFilter,
    projects: [
      // Together, because their workers can share all modules and need no set-up.
      withDefaults({ name: 'pure', include: pureTests(), isolate: false }),
      'apps/*/vitest.config.ts',
      'packages/*/vitest.config.ts',
      'python/vitest.config.ts',
      'docs/testing/vitest.config.ts',
      withDefaults({
        name: 'scripts',
        include: testsIn(import.meta.dirname, ['scripts', 'python/scripts']),
        globalSetup: ['scripts/build-before-tests.mjs'],
      }),
    ],
  },
});
