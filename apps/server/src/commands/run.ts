import { type CommonOptions, openRuntime, type Runtime } from './runtime.ts';

/** Runs a command on an open database and prints its answer as text, or as JSON with `--json`. */
export async function run<Result>(
  options: CommonOptions & { readonly existing?: boolean; readonly readOnly?: boolean },
  work: (runtime: Runtime) => Promise<Result>,
  print: (result: Result) => string,
): Promise<void> {
  const runtime = await openRuntime({ existing: true, ...options });
  try {
    const result = await work(runtime);
    process.stdout.write(`${options.json === true ? JSON.stringify(result) : print(result)}\n`);
  } finally {
    await runtime.close();
  }
}
