import { AppError } from '../../../errors.ts';
import type { ToolCallRow } from '../../../storage/tables.ts';

/** The error of a decision about a call that doesn't wait any more. */
export const decidedAlready = () =>
  new AppError('tool_call_decided', 'A person has decided about this tool call already, or its time is over.', {
    hint: 'Read it again: `status` and `decidedBy` say what became of it.',
  });

/** Throws `tool_call_decided` unless a call waits. */
export function checkWaits({ status, deadline }: Pick<ToolCallRow, 'status' | 'deadline'>, now: number): void {
  if (status !== 'waiting' || (deadline !== null && Number(deadline) <= now)) throw decidedAlready();
}
