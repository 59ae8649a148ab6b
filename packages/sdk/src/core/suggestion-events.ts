import { APIConnectionError } from '../errors.ts';
import type { SuggestionEvent } from '../types.ts';
import { isObject } from './envelope.ts';
import { type Contents, readKnownEvents } from './message-events.ts';
import type { RequestDescription, RequestOptions } from './request.ts';
import type { Transport } from './send.ts';

const contents: Contents<SuggestionEvent['type']> = {
  'suggestion.delta': ({ text }) => typeof text === 'string',
  'suggestion.completed': ({ suggestion }) => isObject(suggestion),
  'suggestion.failed': ({ error, code }) => typeof error === 'string' && typeof code === 'string',
};

/** The events of a suggestion. It can't be resumed: a lost connection throws `APIConnectionError`. */
export async function* suggestionEvents(
  transport: Transport,
  request: RequestDescription,
  options: RequestOptions = {},
): AsyncGenerator<SuggestionEvent, void, undefined> {
  const headers = { Accept: 'text/event-stream', ...options.headers };
  const answer = await transport.open(request, { ...options, headers });
  for await (const { type, content } of readKnownEvents(answer, contents)) {
    yield { type, ...content } as SuggestionEvent;
    if (type !== 'suggestion.delta') return;
  }
  throw new APIConnectionError('The stream was interrupted before its end.', { code: 'stream_interrupted' });
}
