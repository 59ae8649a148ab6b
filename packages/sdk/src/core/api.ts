import { type TextParts, toTextParts } from '../streams/text-parts.ts';
import type { ConversationChange, ConversationEvent, SuggestionEvent, WorkspaceEvent } from '../types.ts';
import { type APIPromise, toAPIPromise } from './api-promise.ts';
import type { FollowOptions } from './conversation-events.ts';
import type { Data, Endpoint, Input, ItemOf, ListEndpoint } from './endpoint.ts';
import { type MessageStream, toMessageStream } from './message-stream.ts';
import { type PagePromise, toPagePromise } from './page.ts';
import type { Method, RequestDescription, RequestOptions, UploadOptions } from './request.ts';
import type { Transport } from './send.ts';
import { readFiles, type Uploadable } from './upload.ts';

/** The path parameters, the fields and the files of an upload. */
interface UploadInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, string | undefined>>;
  readonly file: Uploadable | readonly Uploadable[];
}

/**
 * Functions with which resources call the service. Endpoints and parts of a request that openapi.json doesn't have do
 * not compile.
 */
export interface Api {
  /** Calls an operation. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>, options: RequestOptions | undefined): APIPromise<Data<E>>;
  /** Calls an operation with a form of one file or several. */
  upload<E extends Endpoint>(endpoint: E, input: UploadInput, options: UploadOptions | undefined): APIPromise<Data<E>>;
  /** Waits some milliseconds; throws `APIUserAbortError` as soon as `signal` is aborted. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** Calls an operation that returns pages. */
  list<E extends ListEndpoint>(
    endpoint: E,
    input: Input<E>,
    options: RequestOptions | undefined,
  ): PagePromise<ItemOf<E>>;
  /** Calls an operation that returns events. */
  stream<E extends Endpoint>(endpoint: E, input: Input<E>, options: RequestOptions | undefined): MessageStream;
  /** Calls an operation that streams a suggestion; each loop over it sends a request of its own. */
  suggest<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options: RequestOptions | undefined,
  ): AsyncIterable<SuggestionEvent>;
  /** Follows everything that happens in a conversation; each loop over it sends a request of its own. */
  follow<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options: FollowOptions | undefined,
  ): AsyncIterable<ConversationEvent>;
  /** Follows which conversations change; each loop over it sends a request of its own. */
  watch<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options: FollowOptions | undefined,
  ): AsyncIterable<ConversationChange>;
  /** Follows the log of events; each loop over it begins again. */
  followEvents<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    options: RequestOptions | undefined,
  ): AsyncIterable<WorkspaceEvent>;
  /** Calls an operation that returns a long text. */
  download<E extends Endpoint>(endpoint: E, input: Input<E>, options: RequestOptions | undefined): TextParts;
}

/** The typed operations on top of the transport. */
export function createApi(transport: Transport): Api {
  const { send, open, wait } = transport;
  return {
    wait,
    upload: (endpoint, { params, fields = {}, file }, options) => {
      const sent = readFiles(file).then((files) =>
        send({ ...describe(endpoint, { params }), form: { fields, files } }, options),
      );
      return toAPIPromise(sent, (data) => data as never);
    },
    stream: (endpoint, input, options) => toMessageStream(transport, describe(endpoint, input), options),
    suggest: (endpoint, input, options) =>
      loaded(async () => {
        const { suggestionEvents } = await import('./suggestion-events.ts');
        return suggestionEvents(transport, describe(endpoint, input), options);
      }),
    follow: (endpoint, input, options) =>
      loaded(async () => {
        const { followConversation } = await import('./conversation-events.ts');
        return followConversation(transport, describe(endpoint, input), options);
      }),
    watch: (endpoint, input, options) =>
      loaded(async () => {
        const { followChanges } = await import('./conversation-events.ts');
        return followChanges(transport, describe(endpoint, input), options);
      }),
    followEvents: (endpoint, input, options) =>
      loaded(async () => {
        const { followEvents } = await import('./workspace-events.ts');
        return followEvents(transport, describe(endpoint, input), options);
      }),
    download: (endpoint, input, options) => toTextParts(() => open(describe(endpoint, input), options)),
    call: (endpoint, input, options) =>
      // The service serialises responses with its own schemas; the types come from the same document.
      toAPIPromise(send(describe(endpoint, input), options), (data) => data as never),
    list: (endpoint, input, options) => {
      const first = describe(endpoint, input);
      return toPagePromise((cursor) => {
        const request = cursor === undefined ? first : { ...first, query: { ...first.query, cursor } };
        return send(request, options);
      });
    },
  };
}

/** Events whose code loads when they are read: each loop over them begins again. */
const loaded = <Event>(open: () => Promise<AsyncIterable<Event>>): AsyncIterable<Event> => ({
  async *[Symbol.asyncIterator]() {
    yield* await open();
  },
});

/** The parts are checked at the call site; here any operation's will do. */
function describe(endpoint: Endpoint, parts: object): RequestDescription {
  const [method, path] = endpoint.split(' ') as [Method, string];
  return { ...parts, method, path };
}
