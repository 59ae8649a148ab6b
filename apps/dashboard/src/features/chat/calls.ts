import type { Message } from '@parley/sdk';

/** A tool call as it is shown. */
export interface CallView {
  readonly callId: string;
  readonly name: string;
  /** Its arguments as indented JSON. */
  readonly given: string;
  readonly state: 'running' | 'done' | 'failed' | 'no result';
  /** Undefined until it is there. */
  readonly result: string | undefined;
}

/** The tool calls of a message with their results. */
export function callsOf({ parts, status }: Message): CallView[] {
  const results = new Map(parts.flatMap((part) => (part.type === 'tool-result' ? [[part.callId, part]] : [])));
  return parts.flatMap((part) => {
    if (part.type !== 'tool-call') return [];
    const { callId, name } = part;
    const result = results.get(callId);
    const given = JSON.stringify(part.arguments, null, 2);
    const open = status === 'streaming' ? 'running' : 'no result';
    const state = result === undefined ? open : result.isError ? 'failed' : 'done';
    return [{ callId, name, given, state, result: result?.content }];
  });
}
