import type { WrittenPart } from '../fixtures/forms.ts';
import type { Check, Needs } from './checks.ts';
import type { Kind } from './fixtures.ts';

/** One ID in a request. */
export interface Slot {
  readonly in: 'path' | 'query' | 'body';
  readonly kind: Kind;
  readonly optional?: true;
  /** The field is a list of ids. */
  readonly list?: true;
}

/** `marker` belongs in text that only the place's people may read. */
export interface Given {
  readonly marker: string;
  readonly serial: number;
}

/** A valid call of one endpoint, and its permissions according to the contract. */
export interface Row {
  readonly needs: Needs;
  readonly status: number;
  /** The status of a success whose status depends on where its IDs aim. */
  readonly statusFor?: (aims: Readonly<Record<string, string>>) => number;
  readonly code?:
    | 'channel_not_found'
    | 'route_not_found'
    | 'already_verified'
    | 'mail_not_configured'
    | 'validation_failed'
    | 'bad_request'
    | 'invalid_signature'
    | 'review_not_waiting'
    | 'tool_call_decided'
    | 'conversation_not_closed'
    | 'message_not_redeliverable'
    | 'second_factor_invalid'
    | 'second_factor_missing'
    | 'second_factor_not_found'
    | 'challenge_expired'
    | 'passkeys_unavailable';
  /** A success isn't an envelope but the content itself: an export or a stream of events. */
  readonly bare?: true;
  /** A GET that writes an event, such as an export. */
  readonly recorded?: true;
  readonly slots?: Readonly<Record<string, Slot>>;
  /** The other fields: of JSON or of a form. A raw body is their JSON. */
  readonly body?: (given: Given) => Readonly<Record<string, unknown>>;
  /** The files of a form; those that are required and not here are short texts. */
  readonly files?: (given: Given) => readonly WrittenPart[];
  /** Headers that depend on the bytes of a raw body, such as its signature. */
  readonly sign?: (bytes: Uint8Array) => Readonly<Record<string, string>>;
  /** Parameters of the path in the caller's own words, which name no object of ours. */
  readonly params?: (given: Given) => Readonly<Record<string, string>>;
  /** Required query parameters besides the slots. */
  readonly query?: Readonly<Record<string, string>>;
  /** The checks after authentication and scope, in order. */
  readonly checks?: readonly Check[];
  /** It ends or changes the caller's own credential, so each call uses its own. */
  readonly consumes?: true;
}

/** A parameter of the path. */
export const path = (kind: Kind): Slot => ({ in: 'path', kind });

/** An external ID that nothing has yet. */
export const externalId = ({ marker, serial }: Given) => ({ externalId: `${marker} ${serial}` });

/** A unique name that callers who can't see the place must never read. */
export const named = ({ marker, serial }: Given) => ({ name: `${marker} ${serial}` });
