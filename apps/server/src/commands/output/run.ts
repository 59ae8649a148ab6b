import type { Report } from '../../storage/progress.ts';
import { type CommonOptions, openRuntime, type Runtime } from '../runtime.ts';
import { withProgress } from './progress.ts';

/**
 * Runs a command on an open database and prints its answer as text, or as JSON with `--json`. Shows its progress if it
 * takes long.
 */
export async function run<Result>(
  options: CommonOptions & { readonly existing?: boolean; readonly readOnly?: boolean },
  work: (runtime: Runtime, report: Report) => Promise<Result>,
  print: (result: Result) => string,
): Promise<void> {
  const runtime = await withProgress((report) => openRuntime({ existing: true, ...options, report }));
  try {
    const result = await withProgress((report) => work(runtime, report));
    process.stdout.write(`${options.json === true ? JSON.stringify(result) : print(result)}\n`);
  } finally {
    await runtime.close();
  }
}
