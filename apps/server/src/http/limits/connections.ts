import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressPrefix } from '../../access/limits/address-prefix.ts';
import { ClosingError } from '../errors.ts';
import { plainAddress } from './address.ts';
import type { ConnectionLimits } from './settings.ts';

/** Refused connections that are answered, of one address and in all. Further ones are closed immediately. */
const answered = { perAddress: 10, total: 100 };

/** A refused connection is closed if it is silent for so long, in ms. */
const refusedSilence = 2_000;

/** The share of all connections that gives way at the same time, so that the search for idle ones is rare. */
const shareToClose = 0.01;

declare module 'fastify' {
  interface FastifyInstance {
    connections: Connections;
  }
}

/** An open connection. */
export interface Connection {
  /** When its last request began, or when it was opened; by `performance.now()`. */
  since: number;
  /** The response to its last request. */
  response: ServerResponse | undefined;
  /** The unit by which its address is counted; undefined if it isn't. */
  readonly place: string | undefined;
  /** The error for its requests, if it was refused. */
  refusal: ClosingError | undefined;
}

/** The open connections of a server. */
export interface Connections {
  readonly open: ReadonlyMap<Socket, Connection>;
  /** Returns the error for the requests of a refused connection; undefined for any other. */
  refusalOf(request: IncomingMessage): ClosingError | undefined;
  /** Connections so far that were refused, by limit, and idle ones that gave way to new ones. */
  readonly counts: Readonly<Record<Limit | 'gaveWay', number>>;
}

/** The limit that a connection has reached. */
export type Limit = 'address' | 'total';

/** Settings of `limitConnections` besides the server. */
export interface ConnectionParts {
  readonly limits: ConnectionLimits;
  /** True if an address may open any number of connections: it is a trusted proxy. */
  readonly isExempt: (address: string) => boolean;
  /** Reports a refused connection. */
  readonly onRefused?: ((address: string, limit: Limit) => void) | undefined;
}

/**
 * Bounds the open connections, of each address and in all. At a limit, those that have been idle for longest give way
 * to a new one. A connection is in use from the end of a request's head to the end of its response, and then never
 * gives way. If none is idle, the new connection is refused. A few of these are answered, because clients and proxies
 * understand an answer better than a closed connection.
 */
export function limitConnections(server: Server, { limits, isExempt, onRefused }: ConnectionParts): Connections {
  const open = new Map<Socket, Connection>();
  const places = new Map<string, Set<Socket>>();
  const refused = new Set<Socket>();
  const counts = { address: 0, total: 0, gaveWay: 0 };

  const forget = (socket: Socket) => {
    const { place } = open.get(socket) ?? {};
    open.delete(socket);
    refused.delete(socket);
    if (place === undefined) return;
    const siblings = places.get(place);
    siblings?.delete(socket);
    if (siblings?.size === 0) places.delete(place);
  };
  /** Closes up to `count` idle connections. True if that made room for another one. */
  const madeRoom = (among: Iterable<Socket>, count: number): boolean => {
    const idle = oldestIdle(among, open, limits.silence).slice(0, count);
    for (const socket of idle) {
      forget(socket);
      socket.destroy();
    }
    counts.gaveWay += idle.length;
    return idle.length > 0;
  };
  const limitReached = (siblings: ReadonlySet<Socket> | undefined): Limit | undefined => {
    if (siblings !== undefined && siblings.size >= limits.perAddress && !madeRoom(siblings, 1)) return 'address';
    const isFull = open.size - refused.size >= limits.total;
    return isFull && !madeRoom(open.keys(), Math.ceil(limits.total * shareToClose)) ? 'total' : undefined;
  };
  const refuse = (socket: Socket, connection: Connection, limit: Limit) => {
    counts[limit] += 1;
    const { place = '' } = connection;
    onRefused?.(place, limit);
    const ofPlace = [...refused].filter((other) => open.get(other)?.place === connection.place).length;
    if (ofPlace >= answered.perAddress || refused.size >= answered.total) return void socket.destroy();
    connection.refusal = limit === 'address' ? tooManyOf(place, limits.perAddress) : tooMany();
    open.set(socket, connection);
    refused.add(socket);
    socket.once('close', () => forget(socket));
    socket.setTimeout(refusedSilence, () => void socket.destroy());
  };

  server.maxConnections = limits.total + answered.total;
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    const place = address === '' || isExempt(address) ? undefined : addressPrefix(address);
    const connection: Connection = { since: performance.now(), response: undefined, place, refusal: undefined };
    const limit = limitReached(place === undefined ? undefined : places.get(place));
    if (limit !== undefined) return refuse(socket, connection, limit);
    open.set(socket, connection);
    if (place !== undefined) places.set(place, (places.get(place) ?? new Set()).add(socket));
    socket.once('close', () => forget(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(socket);
    if (connection === undefined) return;
    connection.since = performance.now();
    connection.response = response;
  });
  return {
    open,
    refusalOf: ({ socket }) => (refused.size === 0 ? undefined : open.get(socket)?.refusal),
    counts,
  };
}

/** Returns the idle connections, those that have been idle for longest first. */
function oldestIdle(among: Iterable<Socket>, open: Connections['open'], silence: number): Socket[] {
  const before = performance.now() - silence;
  const idle: { readonly socket: Socket; readonly since: number }[] = [];
  for (const socket of among) {
    const { response, since, refusal } = open.get(socket) ?? {};
    if (since === undefined || refusal !== undefined) continue;
    // A connection that is new may just be sending its first request.
    if (response === undefined ? since <= before : response.closed) idle.push({ socket, since });
  }
  return idle.sort((one, other) => one.since - other.since).map(({ socket }) => socket);
}

const tooManyOf = (place: string, limit: number) =>
  new ClosingError('too_many_concurrent', `${place} has more than ${limit} connections in use.`, {
    retryAfter: 1,
    hint: 'Use connections again, with keep-alive; the operator sets the limit with PARLEY_CONNECTIONS_PER_ADDRESS.',
  });

const tooMany = () => new ClosingError('unavailable', 'The server has too many connections.', { retryAfter: 1 });
