import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** The beginning of a program that stands for an extraction process: `run` is called when its input is complete. */
const head = `
let task;
let bytes = 0;
const say = (message) => process.send(message);
const done = () => say({ done: true });
process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  if (message.task) [task, bytes] = [message.task, 0];
  else if (message.piece) bytes += message.piece.bytes?.length ?? 0;
  else run();
});
`;

/** Writes programs that stand for an extraction process and do what no sound one does; `start` replaces the usual head. */
export function programs(): (run: string, start?: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-extract-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  return (run, start = head) => {
    count += 1;
    const file = join(folder, `program-${count}.mjs`);
    writeFileSync(file, `${start}\nasync function run() {\n${run}\n}\n`);
    return file;
  };
}
