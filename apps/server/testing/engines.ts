import type { Engine } from '../src/storage/database.ts';

/** The engines that the tests run on: `ENGINES=sqlite,postgres` names them; unset, what the machine has. */
export const engines: readonly Engine[] = readEngines(process.env['ENGINES']);

function readEngines(names: string | undefined): Engine[] {
  if (names === undefined) return ['sqlite'];
  return names.split(',').map((name) => {
    if (name !== 'sqlite') throw new Error(`ENGINES names ${name}, which can't be tested here.`);
    return name;
  });
}
