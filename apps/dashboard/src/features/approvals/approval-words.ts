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

/** A value of an argument as one text: as it is if it is a text, else as JSON. */
export const valueText = (value: unknown): string => visible(typeof value === 'string' ? value : JSON.stringify(value));

/** Characters that can't be seen, or that change the order in which others are shown. */
const hidden = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** A text with its hidden characters spelled out, so that what is read is what runs. */
export const visible = (text: string): string =>
  text.replace(hidden, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`);
