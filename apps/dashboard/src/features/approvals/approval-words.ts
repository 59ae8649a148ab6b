import type { ToolCallRecord } from '@parley/sdk';

/** The status of a call in a word or two. */
export const statusWords: Readonly<Record<ToolCallRecord['status'], string>> = {
  waiting: 'Waiting',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  denied: 'Denied',
  expired: 'Expired',
  unknown: 'Outcome unknown',
};

/** The decision about a call, with its user: `Approved by Ada`; undefined without one. */
export function decisionOf(
  { status, decidedBy }: Pick<ToolCallRecord, 'status' | 'decidedBy'>,
  nameOf: (userId: string | null) => string,
): string | undefined {
  if (decidedBy !== null) {
    const name = nameOf(decidedBy);
    const by = name === 'You' ? 'you' : name === 'A member' ? 'a member' : name;
    return `${status === 'denied' ? 'Denied' : 'Approved'} by ${by}`;
  }
  return status === 'expired' ? 'Not decided in time' : undefined;
}
