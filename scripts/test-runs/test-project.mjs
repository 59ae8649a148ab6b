/** Settings that the vitest projects of all workspaces share. */
import { tags, tagsFilter, testsIn } from './test-selection.mjs';

/** @typedef {import('vitest/config').TestProjectInlineConfiguration} Project */

/**
 * The project of a workspace: its tests of this run.
 * @param {string} root its folder
 * @param {readonly string[]} folders the folders in it that have tests
 * @param {Project['test']} settings
 */
export const testProject = (root, folders, settings) =>
  withDefaults({ root, include: testsIn(root, folders), ...settings });

/**
 * A project that reads this repository's packages from their sources, not from their builds; the other conditions are
 * Vite's own defaults, which this replaces.
 * @param {Project['test']} settings
 * @returns {Project}
 */
export const withDefaults = (settings) => ({
  ssr: { resolve: { conditions: ['parley-source', 'module', 'node', 'development|production'] } },
  test: {
    tags,
    // Vitest's types have it in the root's configuration only, from which projects don't get it.
    ...{ tagsFilter },
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Long enough for a busy machine, as in each `vi.waitFor`; one second is not.
    expect: { poll: { timeout: 10_000 } },
    unstubEnvs: true,
    unstubGlobals: true,
    // The machine's own environment must not reach the client's tests.
    env: { PARLEY_API_KEY: '', PARLEY_BASE_URL: '', PARLEY_LOG: '' },
    ...settings,
  },
});
