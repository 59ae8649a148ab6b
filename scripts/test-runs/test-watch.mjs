/** `npm run test:watch`: runs the pure tests that a change can reach, again after each change, until Ctrl+C. */
import { startVitest } from 'vitest/node';

process.env['PARLEY_TESTS'] = 'pure';
await startVitest('test', process.argv.slice(2), { watch: true });
