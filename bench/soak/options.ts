import { parseArgs } from 'node:util';
import type { Engine } from '../../apps/server/src/storage/database.ts';

/** Options of a soak. */
export interface SoakOptions {
  /** Duration in all, in seconds; the engines share it. */
  readonly seconds: number;
  readonly engines: readonly Engine[];
  /** The names of the neighbours that run; undefined for all. */
  readonly only: readonly string[] | undefined;
  /** True to judge times and trends in a run that is too short for them. */
  readonly judge: boolean;
  /** True if the neighbours have the sizes of real attacks, as in a long run. */
  readonly full: boolean;
  readonly json: boolean;
  readonly list: boolean;
}

/** Usage of the command. */
export const usage =
  'Usage: npm run soak -- [minutes] [--engine sqlite|postgres] [--only NAME[,NAME…]] [--full] [--judge] [--json] ' +
  '[--list]';

const engines: readonly Engine[] = ['sqlite', 'postgres'];

/** Reads the words of the command line. Throws one sentence if they are wrong. */
export function readOptions(words: readonly string[], known: readonly string[]): SoakOptions {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      engine: { type: 'string' },
      only: { type: 'string' },
      full: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      judge: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const [minutes = '30', ...more] = positionals;
  if (more.length > 0 || !/^\d{1,5}(\.\d+)?$/.test(minutes) || Number(minutes) === 0) {
    throw new Error(`The duration must be one number of minutes above 0, not "${positionals.join(' ')}".`);
  }
  const wanted = engines.filter((engine) => values.engine === undefined || values.engine === engine);
  if (wanted.length === 0) throw new Error(`There is no engine ${values.engine}; there are: ${engines.join(', ')}.`);
  const only = values.only?.split(',');
  const unknown = only?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no neighbour ${unknown}; there are: ${known.join(', ')}.`);
  const { judge, full, json, list } = values;
  return { seconds: Number(minutes) * 60, engines: wanted, only, judge, full, json, list };
}
