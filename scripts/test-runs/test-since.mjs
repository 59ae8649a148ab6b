/** Which tests a change can reach where no import shows it: tests of built programs, of clients and of documents. */

/**
 * @typedef {object} Lane Tests that run something built or written elsewhere.
 * @property {string} name
 * @property {RegExp} tests the paths of their files
 * @property {RegExp} sources the paths of what they run
 */

/** @type {readonly Lane[]} */
const lanes = [
  {
    name: 'browser',
    tests: /^(?:apps\/dashboard|packages\/(?:widget|react))\/testing\//,
    sources:
      /^(?:apps\/dashboard\/|packages\/(?:widget|react|sdk|markdown)\/(?:src|scripts)\/|apps\/server\/src\/http\/pages\/)/,
  },
  {
    name: 'processes',
    tests: /^apps\/server\/(?:testing\/(?:crash|several|packages)|src\/commands)\//,
    sources:
      /^apps\/server\/(?:bin\/|scripts\/|src\/[^/]+\.ts|src\/(?:commands|compose|storage|redis|scheduling|features\/conversations\/turns)\/)/,
  },
  {
    name: 'clients',
    tests: /^(?:packages\/sdk|python)\/testing\/|^apps\/server\/testing\/samples\//,
    sources: /^(?:openapi\.json$|packages\/sdk\/|python\/)/,
  },
  { name: 'documents', tests: /^docs\/testing\//, sources: /^(?:docs|examples|deploy)\/|^[A-Z]+\.md$/ },
  { name: 'scripts', tests: /^(?:python\/)?scripts\//, sources: /^(?:python\/)?scripts\/|^[^/]+\.(?:mjs|json)$/ },
];

/**
 * Returns the chosen test files, and the sentences about those that are left out.
 * @param {readonly string[]} changed paths from the root of the repository
 * @param {readonly string[]} imported the test files that import something of it
 * @param {readonly string[]} all every test file
 */
export function reached(changed, imported, all) {
  const chosen = new Set(imported);
  /** @type {string[]} */
  const leftOut = [];
  for (const { name, tests, sources } of lanes) {
    const its = all.filter((file) => tests.test(file));
    if (changed.some((path) => sources.test(path))) for (const file of its) chosen.add(file);
    const missing = its.filter((file) => !chosen.has(file)).length;
    if (missing > 0) leftOut.push(`left out: ${missing} test files of ${name}, which run ${sources.source}`);
  }
  const others = all.filter((file) => !chosen.has(file) && !lanes.some(({ tests }) => tests.test(file))).length;
  if (others > 0) leftOut.push(`left out: ${others} other test files, which import nothing that has changed`);
  return { chosen, leftOut };
}
