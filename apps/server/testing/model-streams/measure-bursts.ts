import { leastHold } from '../memory/longest-hold.ts';
import { endBursts, names, prepare, read } from './bursts.ts';

/*
 * Measures how long bursts of a provider hold the event loop, in a process of its own: the heap that other tests leave
 * behind makes each collection of garbage a hold. Prints a line of JSON.
 */

// The first reply loads modules that are loaded lazily.
await read('first');
const holds: Record<string, { readonly small: number; readonly large: number }> = {};
for (const name of names) {
  prepare(name);
  await read('large');
  holds[name] = { small: await leastHold(() => read('small')), large: await leastHold(() => read('large')) };
}
process.stdout.write(`${JSON.stringify(holds)}\n`);
await endBursts();
