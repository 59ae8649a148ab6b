import { isDue } from './attempts.ts';
import type { PendingDelivery, WebhookState } from './store.ts';

/** Limits of what waits for a receiver that fails. */
export const waiting = {
  /** Pending deliveries beyond which the log is read no further. */
  most: 1_000,
  /** Failing lines, without a success, after which the receiver counts as away. */
  lines: 20,
  /** Time without a success after which it counts as away, in ms. */
  ms: 60_000,
} as const;

/** The line of what is sent again: it holds up nothing that is new. */
export const resendLine = (line: string): string => `~${line}`;

/**
 * The line of an event: its conversation, or else the object that it is about. Events of one line are delivered one after
 * the other and in their order.
 */
export function lineOf({ type, data }: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }) {
  const [thing = ''] = type.split('.');
  const known = [data['conversation'], data[thing], ...Object.values(data)];
  return known.find((value): value is string => typeof value === 'string' && /^[a-z]+_[0-9a-z]{26}$/.test(value)) ?? '';
}

/** The work that the pending deliveries of a webhook ask for. */
export interface Outlook {
  /** The lines whose oldest delivery is due, each in order. */
  readonly due: readonly (readonly PendingDelivery[])[];
  /** The names of lines that wait. */
  readonly held: ReadonlySet<string>;
  /** True if the log may be read further. */
  readonly walks: boolean;
  /** When the next one is due, in ms since 1970; undefined if none waits. */
  readonly next: number | undefined;
}

/**
 * Decides what is sent now. A receiver that is away gets the oldest delivery alone, on schedule, and the log waits: so
 * it costs few rows however long it is away, and gets everything in order afterwards.
 */
export function lookAt(
  { failingSince }: Pick<WebhookState, 'failingSince'>,
  pending: readonly PendingDelivery[],
  now: number,
): Outlook {
  const lines = new Map<string, PendingDelivery[]>();
  for (const delivery of pending) {
    const line = lines.get(delivery.line);
    if (line === undefined) lines.set(delivery.line, [delivery]);
    else line.push(delivery);
  }
  const all = [...lines.values()];
  const isAway = failingSince !== null && isFailingOn(all, failingSince, now);
  const tried = isAway ? all.slice(0, 1) : all;
  const isReady = ([head]: readonly PendingDelivery[]) => head !== undefined && isDue(head.dueAt, now);
  const due = tried.filter(isReady);
  const later = tried.filter((line) => !isReady(line)).map(([head]) => head?.dueAt ?? now);
  const sent = new Set(due.map(([head]) => head?.line));
  return {
    due,
    held: new Set([...lines.keys()].filter((line) => !sent.has(line))),
    walks: !isAway && pending.length < waiting.most,
    next: later.length === 0 ? undefined : Math.min(...later),
  };
}

function isFailingOn(lines: readonly (readonly PendingDelivery[])[], since: number, now: number): boolean {
  const failing = lines.filter(([head]) => head !== undefined && head.attempts > 0).length;
  // A time in the future was noted before the clock was set back.
  return failing >= waiting.lines || (failing > 0 && (now - since >= waiting.ms || since > now));
}
