import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPython, installModules } from '../../../../scripts/python-interpreter.mjs';
import type { Machine } from './installation.ts';

/** A Python with the modules that a virtual environment and the client need, but not the client; undefined if none. */
export const interpreter = findPython(installModules);

const talk = `import json, sys
from parley import Parley

url, key = sys.argv[1:]
with Parley(api_key=key, base_url=url) as client:
    agent = client.agents.create(name="Packed, from Python", model="fake/packed")
    reply = client.agents.chat(agent.id, content="Hello").reply
    with client.agents.stream(agent.id, content="Hello") as stream:
        streamed = "".join(stream.text)
print(json.dumps({"reply": reply.content, "streamed": streamed}))
`;

/**
 * Installs the wheel into a new virtual environment that sees the system's httpx, without any index, and talks to a
 * server from outside the repository. Returns the texts of both replies.
 */
export async function python(given: {
  readonly machine: Machine;
  readonly wheel: string;
  readonly url: string;
  readonly key: string;
}): Promise<unknown> {
  const { machine, wheel, url, key } = given;
  const cwd = machine.folder('python');
  await machine.run(interpreter ?? '', ['-m', 'venv', '--system-site-packages', 'venv'], cwd);
  const own = join(cwd, 'venv/bin/python');
  await machine.run(own, ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-deps', wheel], cwd);
  writeFileSync(join(cwd, 'talk.py'), talk);
  return JSON.parse(await machine.run(own, ['talk.py', url, key], cwd));
}
