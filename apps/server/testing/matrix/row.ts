import type { Check, Needs } from './checks.ts';
import type { Kind } from './fixtures.ts';

/** One id that a request carries. */
export interface Slot {
  readonly in: 'path' | 'query' | 'body';
  readonly kind: Kind;
  readonly optional?: true;
  /** The field is a list of ids. */
  readonly list?: true;
}

/** How one endpoint is called validly, and what the contract says of who may. */
export interface Row {
  readonly needs: Needs;
  readonly status: number;
  readonly code?: 'route_not_found';
  /** A success is no envelope but the thing itself: an export, a stream of events. */
  readonly bare?: true;
  readonly slots?: Readonly<Record<string, Slot>>;
  /** The fields beside the slots. `marker` belongs into whatever the place's people may see and nobody else. */
  readonly body?: (given: { marker: string; serial: number }) => Readonly<Record<string, unknown>>;
  /** Parameters that the query must have beside the slots. */
  readonly query?: Readonly<Record<string, string>>;
  /** What decides after authentication and scope, in order. */
  readonly checks?: readonly Check[];
  /** It ends or changes the caller's own credential, so each call takes one of its own. */
  readonly consumes?: true;
}

/** A parameter of the path. */
export const path = (kind: Kind): Slot => ({ in: 'path', kind });

/** A name that nothing else has, and that whoever can't see the place must never read. */
export const named = ({ marker, serial }: { marker: string; serial: number }) => ({ name: `${marker} ${serial}` });
