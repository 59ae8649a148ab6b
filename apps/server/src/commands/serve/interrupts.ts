import { constants } from 'node:os';
import { CommandError, printFailure } from '../output/failure.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Returns a signal that is aborted when the operator interrupts the command, which then ends immediately with the exit
 * code 128 and the number. Its listeners remove what is half written; they must be synchronous.
 */
export function abortWhenInterrupted({ json = false }: { json?: boolean }): AbortSignal {
  const controller = new AbortController();
  for (const name of signals) {
    process.once(name, () => {
      controller.abort();
      printFailure(new CommandError('interrupted', `Interrupted by ${name}.`), json);
      process.exit(128 + constants.signals[name]);
    });
  }
  return controller.signal;
}
