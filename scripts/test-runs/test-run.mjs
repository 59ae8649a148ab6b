/** Runs vitest in this process, so that a command can run a file again and count its results. */
import { relative } from 'node:path';
import { createVitest, parseCLI } from 'vitest/node';
import { reached } from './test-since.mjs';

/**
 * @typedef {{ name: string, state: 'passed' | 'failed' | 'skipped' | 'nightly', ms: number }} TestResult
 * @typedef {object} FileResult One test file of one project after a run; times in milliseconds.
 * @property {string} name relative to the working directory
 * @property {boolean} ok no test, hook or import of it failed, and it ran to its end
 * @property {string | undefined} problem what failed outside its tests
 * @property {readonly TestResult[]} tests
 * @property {number} startMs the worker's start and the imports
 * @property {number} hookMs beforeAll and afterAll
 * @property {number} testMs the tests, with beforeEach and afterEach
 * @property {number} ms hooks and tests, as the clock says
 *
 * @typedef {object} Tests
 * @property {() => Promise<Outcome>} all Runs everything that the arguments name, as often as it is called.
 * @property {(commit: string) => Promise<Outcome>} since Runs what a change since a commit can reach; prints the rest.
 * @property {(file: FileResult) => Promise<Outcome>} again Runs one file that ran before; the outcome has it alone.
 * @property {() => Promise<void>} close
 *
 * @typedef {object} Outcome
 * @property {readonly FileResult[]} files
 * @property {readonly string[]} problems what failed outside all files, such as the global set-up
 */

/**
 * Prepares a run. The caller must close it.
 * @param {readonly string[]} args words for vitest's command line: path filters and options
 * @returns {Promise<Tests>}
 */
export async function openTests(args) {
  // As vitest's own command sets them, for this process and for its workers.
  process.env['TEST'] = 'true';
  process.env['VITEST'] = 'true';
  process.env['NODE_ENV'] ??= 'test';
  const { filter, options } = parseCLI(['vitest', 'run', ...args]);
  const vitest = await createVitest('test', { ...options, watch: false });

  /** @param {() => ReturnType<typeof vitest.start>} start */
  const outcomeOf = async (start) => {
    try {
      const { testModules, unhandledErrors } = await start();
      const problems = unhandledErrors.map((error) => textOf(error));
      return { modules: testModules, problems };
    } catch (error) {
      return { modules: [], problems: [textOf(error)] };
    }
  };

  /** @type {Map<FileResult, import('vitest/node').TestModule>} */
  const modules = new Map();
  /** @param {import('vitest/node').TestModule} module */
  const resultOf = (module) => {
    const file = read(module);
    modules.set(file, module);
    return file;
  };

  /** @param {string} commit */
  const changedSince = async (commit) => {
    const all = await vitest.globTestSpecifications(filter);
    vitest.config.changed = commit;
    const imported = await vitest.getRelevantTestSpecifications(filter);
    const pathOf = (/** @type {string} */ path) => relative(process.cwd(), path);
    const changed = (vitest.config.related ?? []).map(pathOf);
    const filesOf = (/** @type {typeof all} */ specifications) =>
      specifications.map(({ moduleId }) => pathOf(moduleId));
    const { chosen, leftOut } = reached(changed, filesOf(imported), filesOf(all));
    console.log(`${changed.length} files have changed since ${commit}; they reach ${chosen.size} test files.`);
    for (const line of leftOut) console.log(line);
    return all.filter(({ moduleId }) => chosen.has(pathOf(moduleId)));
  };

  return {
    all: async () => {
      const outcome = await outcomeOf(() => vitest.start(filter));
      return { files: outcome.modules.map(resultOf), problems: outcome.problems };
    },
    since: async (commit) => {
      const outcome = await outcomeOf(async () => {
        await vitest.standalone();
        return vitest.runTestSpecifications(await changedSince(commit));
      });
      return { files: outcome.modules.map(resultOf), problems: outcome.problems };
    },
    again: async (file) => {
      const before = modules.get(file);
      if (before === undefined) throw new Error(`${file.name} has not run yet.`);
      const outcome = await outcomeOf(() => vitest.runTestSpecifications([before.toTestSpecification()]));
      const same = outcome.modules.filter(
        ({ moduleId, project }) => moduleId === before.moduleId && project === before.project,
      );
      return { files: same.map(resultOf), problems: outcome.problems };
    },
    close: () => vitest.close(),
  };
}

/**
 * The result of a file, as plain data: vitest replaces its own when the file runs again.
 * @param {import('vitest/node').TestModule} module
 * @returns {FileResult}
 */
function read(module) {
  const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  /** @type {TestResult[]} */
  const tests = [];
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    const ms = test.diagnostic()?.duration ?? 0;
    const leftOut = state === 'skipped' && test.tags.includes('nightly') ? 'nightly' : state;
    tests.push({ name: test.fullName, state: leftOut === 'pending' ? 'skipped' : leftOut, ms });
  }
  const testMs = tests.reduce((sum, { ms }) => sum + ms, 0);
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
  const over = module.state() !== 'pending' && module.state() !== 'queued';
  return {
    name: relative(process.cwd(), module.moduleId),
    ok: over && module.ok(),
    problem: over ? errors[0]?.message : 'it did not run to its end',
    tests,
    startMs: prepareDuration + environmentSetupDuration + setupDuration + collectDuration,
    // Tests that run side by side take longer together than their file.
    hookMs: Math.max(0, duration - testMs),
    testMs,
    ms: duration,
  };
}

/** @param {unknown} error */
function textOf(error) {
  return error instanceof Object && 'message' in error ? String(error.message) : String(error);
}
