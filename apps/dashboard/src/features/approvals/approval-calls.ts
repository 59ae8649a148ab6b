import { APIError, type ToolCallRecord } from '@parley/sdk';
import { callApi } from '../../api/client.ts';
import { toolCallQueries } from '../../api/queries/tool-queries.ts';
import { queryClient } from '../../api/queries.ts';

/** A decision about a call. */
export interface Decision {
  readonly what: 'approve' | 'deny';
  /** Why; may be empty. */
  readonly reason: string;
}

/** True if another person has decided already, or the time is over. */
export const isOvertaken = (error: unknown): boolean => error instanceof APIError && error.code === 'tool_call_decided';

/** Decides about a call, and reads what waits again. */
export async function decide(id: string, { what, reason }: Decision): Promise<ToolCallRecord> {
  const body = reason.trim() === '' ? {} : { reason: reason.trim() };
  const decided = await callApi((client) => client.toolCalls[what](id, body));
  queryClient.setQueryData(toolCallQueries.one(id).queryKey, decided);
  await renewQueue();
  return decided;
}

/** Reads the queue, its count and its history again. */
export const renewQueue = async (): Promise<void> => {
  await Promise.all(
    ['waiting', 'count', 'decided'].map((part) => queryClient.invalidateQueries({ queryKey: ['tool-calls', part] })),
  );
};
