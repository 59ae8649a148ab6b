import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findProgram } from '../processes/programs.ts';
import { sampledClients as sampled } from './sampled.ts';

/** The system's own Python has the packaged `httpx`; the first on the PATH may not. */
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : findProgram(['python3']);
const client = fileURLToPath(new URL('../../../../python/src', import.meta.url));

/** Reads `{id: source}` and prints `{id: problem}` of those that aren't Python. */
const parse = `
import ast, json, sys
problems = {}
for name, source in json.load(sys.stdin).items():
    try:
        ast.parse(source)
    except SyntaxError as error:
        problems[name] = str(error)
print(json.dumps(problems))
`;

/** Reads the same, and prints for each the methods that it calls, or why a call doesn't fit its method. */
const bind = `
import ast, inspect, json, sys
from parley import Parley

def target(node):
    names = []
    while isinstance(node, ast.Attribute):
        names.insert(0, node.attr)
        node = node.value
    return names if isinstance(node, ast.Name) and node.id == "client" else None

client = Parley(session=True, base_url="http://parley.test")
results = {}
for name, source in json.load(sys.stdin).items():
    results[name] = []
    for node in ast.walk(ast.parse(source)):
        names = target(node.func) if isinstance(node, ast.Call) else None
        if names is None:
            continue
        try:
            method = client
            for part in names:
                method = getattr(method, part)
            values = [ast.literal_eval(value) for value in node.args]
            inspect.signature(method).bind(*values, **{one.arg: ast.literal_eval(one.value) for one in node.keywords})
            results[name].append(".".join(names))
        except (AttributeError, TypeError) as error:
            results[name].append(".".join(names) + ": " + str(error))
print(json.dumps(results))
`;

const sources = JSON.stringify(Object.fromEntries(sampled.map(({ id, sample }) => [id, sample.Python])));

const run = (program: string, env: Readonly<Record<string, string>> = {}): unknown =>
  JSON.parse(
    execFileSync(python ?? '', ['-c', program], { input: sources, encoding: 'utf8', env: { ...process.env, ...env } }),
  );

/** True if the Python client is in this repository, and its one dependency on this machine. */
function hasClient(): boolean {
  if (python === undefined || !existsSync(`${client}/parley`)) return false;
  try {
    execFileSync(python, ['-c', 'import httpx'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('the Python samples', () => {
  it.skipIf(python === undefined)('are Python', () => {
    expect(run(parse)).toEqual({});
  });

  it.skipIf(!hasClient())('call the documented methods of the client, with parameters that they have', () => {
    const called = run(bind, { PYTHONPATH: client }) as Record<string, string[]>;
    for (const { id, client: names } of sampled) {
      // The sample of the log reads a page.
      const streams = names.stream === undefined || id === 'listEvents' ? [] : [names.stream];
      const own = [names.method, ...streams].map(snakeCase);
      // A sample for people signs in first.
      const first = called[id]?.filter((name) => name !== 'sessions.create' || own.includes(name));
      expect({ id, called: first }).toEqual({ id, called: own });
    }
  });
});
