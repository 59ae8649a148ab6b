import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';
import { readerOf } from '../responses/respond.ts';
import type { ServerParts } from '../server-parts.ts';
import { admitAgain } from './admit.ts';

/** Handles a request; resolves when the reply is written, and never rejects. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** A handler as Fastify calls it: without a promise, which Fastify would await. */
type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * Refuses calls by an account whose clients leave too much unread, before anything is read or changed for a reply that
 * may be large. Deletions and reads of one object are always handled: they are small, or are refused when their size is
 * known.
 */
export function unlessFull(endpoint: Endpoint, parts: ServerParts, handle: Handler): RouteHandler {
  const { access, method, patient, streams } = endpoint;
  const { unread, changes } = parts;
  const isList = isPage(endpoint);
  const mayBeLarge = isList || (method !== 'GET' && method !== 'DELETE');
  if (access === 'public' || !mayBeLarge) return (request, reply) => void handle(request, reply);

  const handleOrRefuse: Handler = (request, reply) => {
    if (!unread.isFull(readerOf(request))) return handle(request, reply);
    reply.send(unread.refuse());
    return Promise.resolve();
  };
  // Requests that wait for a model are bounded by the number of replies that are written at the same time.
  if (isList || patient === true || streams === true) return (request, reply) => void handleOrRefuse(request, reply);

  const again = admitAgain(parts.admission, endpoint);
  return (request, reply) => {
    const change = () => handleOrRefuse(request, reply);
    /** After a wait, looks again whether the caller still has the right. */
    const later = () =>
      new Promise<void>((resolve) => {
        again(request, reply, (error) => {
          if (error !== undefined) reply.send(error);
          resolve(error === undefined ? change() : undefined);
        });
      });
    changes.run(readerOf(request), change, later);
  };
}

/** True if an endpoint answers with a page of a list. */
const isPage = ({ method, query }: Endpoint): boolean => method === 'GET' && query?.properties?.cursor !== undefined;

/** The refusal of a page that waits to be read: its account may have left too much unread meanwhile. */
export const refusalOf = (
  endpoint: Endpoint,
  request: FastifyRequest,
  { unread }: ServerParts,
): AppError | undefined => (isPage(endpoint) && unread.isFull(readerOf(request)) ? unread.refuse() : undefined);
