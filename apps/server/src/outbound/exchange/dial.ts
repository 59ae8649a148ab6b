import { isIP, type Socket } from 'node:net';
import { type Endpoint, noAddress, type Policy } from '../addresses/policy.ts';
import { isAbsent, type Resolve } from '../addresses/resolve.ts';
import { OutboundError } from '../error.ts';
import type { OutboundLimits } from '../limits.ts';
import { codeOf } from '../network-errors.ts';
import { connect } from './connect.ts';
import { type Deadline, unlessAborted } from './deadline.ts';
import { createSlots } from './slots.ts';

/** Dependencies of opening connections. */
interface DialParts {
  readonly policy: Policy;
  readonly resolve: Resolve;
  /** Certificates of authorities that are trusted instead of the default ones. */
  readonly ca: string | undefined;
  readonly limits: OutboundLimits;
}

/** The time limits of one connection: `timeout` in ms is that of the lookup and of connecting, each. */
interface DialTimes {
  readonly timeout: number;
  readonly deadline: Deadline;
}

/** An open connection, and the function that frees its slot. */
interface Dialled {
  readonly socket: Socket;
  free(): void;
}

/**
 * Creates the functions that judge a server and open a connection: `open` waits for a slot, resolves the host once, judges
 * every address, and connects to these addresses only. Both reject with an `OutboundError`, or with the deadline's reason.
 */
export function createDial({ policy, resolve, ca, limits }: DialParts) {
  const slots = createSlots(limits);

  const addressesOf = async (target: Endpoint, { timeout, deadline }: DialTimes) => {
    if (isIP(target.host) !== 0) return [target.host];
    const { subject, host } = target;
    deadline.phase(
      timeout,
      () => new OutboundError('timeout', `${subject} took longer than ${timeout} ms to look up.`),
    );
    try {
      return await unlessAborted(resolve(host, deadline.signal), deadline.signal);
    } catch (error) {
      deadline.signal.throwIfAborted();
      const code = codeOf(error);
      if (isAbsent(code)) throw noAddress(target, `${host}: ${code}`);
      throw new OutboundError('dns', `${subject} could not be looked up.`, { detail: `${host}: ${code ?? error}` });
    }
  };

  const judged = async (target: Endpoint, times: DialTimes) => {
    const addresses = await addressesOf(target, times);
    policy.judge(target, addresses);
    return addresses;
  };

  return {
    judge: async (target: Endpoint, times: DialTimes): Promise<void> => {
      await judged(target, times);
    },
    open: async (target: Endpoint, times: DialTimes): Promise<Dialled> => {
      const free = await slots.take(target.host, times.deadline.signal);
      try {
        return { socket: await connect(target, await judged(target, times), { ca, ...times }), free };
      } catch (error) {
        free();
        throw error;
      }
    },
  };
}
