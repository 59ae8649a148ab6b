import { type APIPromise, toAPIPromise } from './api-promise.ts';
import type { Data, Endpoint, Input, ItemOf, ListEndpoint } from './endpoint.ts';
import { type MessageStream, toMessageStream } from './message-stream.ts';
import { type PagePromise, toPagePromise } from './page.ts';
import type { Method, RequestDescription, RequestOptions } from './request.ts';
import type { Transport } from './send.ts';
import { type TextParts, toTextParts } from './text-parts.ts';

/** How resources reach the service. An endpoint or a part of its request that openapi.json doesn't have won't compile. */
export interface Api {
  /** Calls an operation once. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>, options: RequestOptions | undefined): APIPromise<Data<E>>;
  /** Calls an operation that gives pages. */
  list<E extends ListEndpoint>(
    endpoint: E,
    input: Input<E>,
    options: RequestOptions | undefined,
  ): PagePromise<ItemOf<E>>;
  /** Calls an operation that answers with events. */
  stream<E extends Endpoint>(endpoint: E, input: Input<E>, options: RequestOptions | undefined): MessageStream;
  /** Calls an operation that answers with a long text. */
  download<E extends Endpoint>(endpoint: E, input: Input<E>, options: RequestOptions | undefined): TextParts;
}

/** The typed operations over the ways to send. */
export function createApi(transport: Transport): Api {
  const { send, open } = transport;
  return {
    stream: (endpoint, input, options) => toMessageStream(transport, describe(endpoint, input), options),
    download: (endpoint, input, options) => toTextParts(() => open(describe(endpoint, input), options)),
    call: (endpoint, input, options) =>
      // The service's own schemas serialise the answer; the types come from the same document.
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

/** The parts are checked where the endpoint is named; here any operation's will do. */
function describe(endpoint: Endpoint, parts: object): RequestDescription {
  const [method, path] = endpoint.split(' ') as [Method, string];
  return { ...parts, method, path };
}
