import type { Message, MessagePart } from '@parley/sdk';

/** The state of a call, as it is shown. */
export type CallState =
  | 'waiting for approval'
  | 'waiting for your code'
  | 'running'
  | 'completed'
  | 'failed'
  | 'denied'
  | 'expired'
  | 'outcome unknown'
  | 'no result';

/** A tool call as it is shown. */
export interface CallView {
  readonly callId: string;
  readonly name: string;
  /** Its arguments as indented JSON. */
  readonly given: string;
  readonly state: CallState;
  /** Undefined until it is there. */
  readonly result: string | undefined;
  /** In ms; undefined if it didn't run, or still runs. */
  readonly latencyMs: number | undefined;
  /** The ID of the call to approve or deny; undefined if it waits for no approval. */
  readonly asked: string | undefined;
}

type Part<Type extends MessagePart['type']> = Extract<MessagePart, { type: Type }>;

const latest = <Type extends MessagePart['type']>(parts: readonly MessagePart[], type: Type, callId: string) =>
  parts.findLast((part): part is Part<Type> => part.type === type && 'callId' in part && part.callId === callId);

/** The tool calls of a message with their results. */
export const callsOf = (message: Message): CallView[] =>
  message.parts.flatMap((part) => (part.type === 'tool-call' ? [viewOf(message, part)] : []));

function viewOf(
  { parts, status }: Message,
  { callId, name, arguments: given, answeredBy }: Part<'tool-call'>,
): CallView {
  const result = latest(parts, 'tool-result', callId);
  const request = latest(parts, 'approval-requested', callId);
  const view = {
    ...{ callId, name, given: JSON.stringify(given, null, 2) },
    ...{ result: result?.content, latencyMs: result?.latencyMs, asked: undefined },
  };
  if (result !== undefined) return { ...view, state: endOf(result) };
  if (status === 'streaming') return { ...view, state: 'running' };
  if (status !== 'requires_action') return { ...view, state: 'no result' };
  if (request !== undefined) return { ...view, state: 'waiting for approval', asked: request.toolCall };
  return { ...view, state: answeredBy === 'client' ? 'waiting for your code' : 'running' };
}

const endOf = ({ status, isError }: Part<'tool-result'>): CallState => {
  if (status === 'unknown') return 'outcome unknown';
  return status ?? (isError ? 'failed' : 'completed');
};

/** Says what a reply waits for that goes on once a person has acted. */
export const waitsFor = (message: Message): string =>
  callsOf(message).some(({ state }) => state === 'waiting for approval')
    ? 'Waiting for approval'
    : 'Waiting for your code';
