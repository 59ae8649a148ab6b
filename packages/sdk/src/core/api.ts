import { type APIPromise, toAPIPromise } from './api-promise.ts';
import type { Data, Endpoint, Input, ItemOf, ListEndpoint } from './endpoint.ts';
import { type PagePromise, toPagePromise } from './page.ts';
import type { Method, RequestDescription, RequestOptions } from './request.ts';
import type { Send } from './send.ts';

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
}

/** The typed operations over a way to send. */
export function createApi(send: Send): Api {
  return {
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
