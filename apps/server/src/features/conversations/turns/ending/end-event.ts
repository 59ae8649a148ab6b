import type { Happening } from '../../../../events/happening.ts';
import type { Ended } from './ending.ts';

/** The reply that has ended, and how. */
interface EndedReply extends Pick<Ended, 'status' | 'error'> {
  readonly workspace: string;
  readonly conversation: string;
  readonly agent: string;
  readonly replyId: string;
}

/** The event of the end of a reply. */
export function endEvent({ workspace, conversation, agent, replyId, status, error }: EndedReply): Happening {
  const data = { conversation, message: replyId, agent };
  if (status === 'complete') return { type: 'message.completed', workspace, data };
  if (status === 'cancelled') return { type: 'message.cancelled', workspace, data };
  const { code, reason } = error ?? {};
  const why = { ...(code !== undefined && { code }), ...(reason !== undefined && { reason }) };
  return { type: 'message.failed', workspace, data: { ...data, ...why } };
}
