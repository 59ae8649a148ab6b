import type { Message } from '@parley/sdk';

const endings: Readonly<Record<string, string>> = {
  length: 'Cut off: the model’s limit for one reply was reached.',
  'tool-calls': 'Ended at the limit of steps with tools.',
  'content-filter': 'Cut off by the provider’s content filter.',
};

/** Returns the ending of a reply in one sentence; undefined if it is complete or still streaming. */
export function endingOf({ status, finishReason, error }: Message): string | undefined {
  if (status === 'complete') return endings[finishReason ?? ''];
  if (status === 'cancelled') return 'Stopped before it was finished.';
  if (status !== 'failed') return undefined;
  if (error === null) return 'The reply failed.';
  if (error.code === 'interrupted') return 'The server stopped while this reply was being written.';
  return error.message;
}

/** Advice about a failed reply, by reason. */
const advice: Readonly<Record<NonNullable<NonNullable<Message['error']>['reason']>, string>> = {
  context_too_long:
    'Shorten the system prompt or the message, start a new conversation, or choose a model with a larger context.',
  unknown_model: 'Check the name of the agent’s model, or choose another one.',
  content_policy: 'Change the message or the system prompt, or choose another model.',
  quota_used_up: 'The operator must raise the quota or pay the bill at the provider.',
  bad_request: 'Change what the provider refuses, or choose another model.',
  authentication: 'The operator must check the provider’s API key.',
  rate_limited: 'Wait a moment, then try again.',
  unavailable: 'Try again in a moment, or choose another model.',
  timeout: 'Try again, or choose a faster model.',
  invalid_response: 'Check the name of the model, or try again.',
  schema_mismatch: 'Ask for a simpler form of the reply, or choose another model.',
  not_configured: 'The owner of the instance adds the provider’s key in Settings, Models. Or choose another model.',
};

/** Returns advice for the reader of a failed reply; undefined if it didn't fail or the reason is unknown. */
export function adviceOn({ status, error }: Message): string | undefined {
  return status === 'failed' && error?.reason !== undefined ? advice[error.reason] : undefined;
}

/** Returns the message of the model's provider about a failed reply, in its own words; undefined if it gave none. */
export const saidOn = ({ status, error }: Message): string | undefined =>
  status === 'failed' ? error?.providerMessage : undefined;

/** A mark of a reply: what is shown, and its meaning in words. */
export interface ReplyMark {
  readonly icon: 'warning' | 'gauge' | 'text';
  readonly figure: string;
  readonly words: string;
}

/** Returns the marks of a reply: the models that failed before it, its time and its tokens. */
export function marksOf({ model, fallbacks, usage, firstTokenMs, latencyMs, status }: Message): ReplyMark[] {
  if (model === null || status === 'streaming' || status === 'requires_action') return [];
  const first = firstTokenMs === null ? '' : `First token after ${duration(firstTokenMs)}, `;
  const end = status === 'complete' ? 'complete' : 'ended';
  const marks: ReplyMark[] = fallbacks.map((failed) => ({
    icon: 'warning',
    figure: `after ${failed.model} failed`,
    words: failed.message,
  }));
  if (latencyMs !== null) {
    const words = `${first}${first === '' ? capital(end) : end} after ${duration(latencyMs)}`;
    marks.push({ icon: 'gauge', figure: duration(latencyMs), words });
  }
  if (usage !== null) {
    const { inputTokens, outputTokens } = usage;
    const words = `${count(inputTokens)} tokens in, ${count(outputTokens)} out`;
    marks.push({ icon: 'text', figure: count(inputTokens + outputTokens), words });
  }
  return marks;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const count = (number: number) => number.toLocaleString('en');

/** `850 ms`, `1.3 s`, `75 s`. */
export const duration = (ms: number): string =>
  ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;

/** The URL of a source if it is an http(s) URL. */
export const webAddress = (url: string | null): string | undefined =>
  url !== null && /^https?:\/\//i.test(url) ? url : undefined;
