import { eventLine, isColoured } from './event-line.ts';
import { type FollowOptions, followEvents, untilInterrupted } from './following.ts';

/** `parley events tail`: prints each event of a server as it happens, until it is interrupted. */
export async function tailEvents({ json = false, ...options }: FollowOptions & { readonly json?: boolean }) {
  const coloured = isColoured(process.stdout);
  await untilInterrupted(async (given) => {
    for await (const event of followEvents(options, given)) {
      process.stdout.write(`${json ? JSON.stringify(event) : eventLine(event, coloured)}\n`);
    }
  });
}
