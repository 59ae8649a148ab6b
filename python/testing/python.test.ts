import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectPassing, python, runPython } from './pytest.ts';

/**
 * Python files that other test files here run; and the file of the examples, which takes as long as all others
 * together.
 */
const others = [
  'test_real_server.py',
  'test_run_tools.py',
  'test_stream_losses.py',
  'test_streams.py',
  'test_readme.py',
];
const files = readdirSync(import.meta.dirname).filter((name) => /^test_.*\.py$/.test(name) && !others.includes(name));

describe.skipIf(python === undefined)('the Python client', { timeout: 300_000 }, () => {
  it('does what its tests expect', () => expectPassing(files));

  it('has examples that are right', { tags: 'nightly' }, () => expectPassing(['test_readme.py']));

  it('has types without a gap', { tags: 'nightly' }, async () => {
    expect(await runPython(['-m', 'mypy', '--no-incremental', '--cache-dir=/dev/null'])).toContain('Success');
  });
});
