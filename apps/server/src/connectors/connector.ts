import type { SourceFailure, Warning } from '../extract/document.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { maxFileBytes } from '../schemas/limits.ts';

/** Limits of connectors. */
export const connectorLimits = {
  /** Items of one source; further ones are left out with a warning. */
  items: 5_000,
  /** Bytes of one item; a larger one is left out with its reason. */
  itemBytes: maxFileBytes,
} as const;

/** An item of a connected store, such as a file or a page. */
export interface ConnectorItem {
  /** Its identity in the store, such as its path. */
  readonly key: string;
  /** Changes if and only if the content does, such as a hash. */
  readonly version: string;
  /** Its title if its content has none. */
  readonly title: string;
  /** Its name in warnings; its key unless set. */
  readonly label?: string;
  /** Address of its page for people; null if it has none. */
  readonly url: string | null;
  /** Size in bytes; undefined if the store doesn't tell. */
  readonly bytes?: number;
}

/** The content of an item. */
export interface ItemContent {
  readonly bytes: Uint8Array;
  /** With its extension, which tells texts apart. */
  readonly fileName: string;
  /** Media type; empty if the store doesn't tell. */
  readonly contentType: string;
  /** Parts that are not in the bytes. */
  readonly warnings?: readonly Warning[];
}

/** Result of reading an item: its content, or why it can't be read. */
export interface ReadItem {
  readonly item: ConnectorItem;
  readonly content: ItemContent | SourceFailure;
}

/** A store that is connected: everything else is the same for all kinds. */
export interface Connector {
  /** Lists the items in their order. Throws a `SourceFailure` if the store can't be listed completely. */
  list(): AsyncIterable<ConnectorItem>;
  /** Reads items that `list` returned, in any order. Throws a `SourceFailure` if the store itself fails. */
  read(items: readonly ConnectorItem[]): AsyncIterable<ReadItem>;
}

/** Settings of a connection. A field that its kind doesn't have is null. */
export interface Connection {
  /** Branch or tag of a repository; null for its default branch. */
  readonly branch: string | null;
  /** Folder of a repository, or prefix in a bucket; null for all. */
  readonly folder: string | null;
  readonly bucket: string | null;
  readonly region: string | null;
  readonly accessKeyId: string | null;
  /** ID or address of a page or database of Notion; null for all. Earlier versions don't store it. */
  readonly root?: string | null;
}

/** Secrets of a connection; each is optional. */
export interface Credentials {
  readonly token?: string;
  readonly secretAccessKey?: string;
}

/** Input of a connector. */
export interface Connecting {
  /** Address of the repository or of the service; empty for a service with one address. */
  readonly url: string;
  readonly connection: Connection;
  readonly credentials: Credentials;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly fetch: Outbound['fetch'];
  readonly signal: AbortSignal;
}

/** Names of the settings of a connection. */
export type ConnectionField = keyof Connection | keyof Credentials;

/** A kind of connector. */
export interface ConnectorKind {
  /** True if it has an address of its own, which is then required. */
  readonly hasUrl: boolean;
  /** Settings that it has, and those that it needs. */
  readonly fields: readonly ConnectionField[];
  readonly required: readonly ConnectionField[];
  /** The secret that it has. */
  readonly secret: keyof Credentials;
  open(of: Connecting): Connector;
}

/** The place that credentials are sent to: they are stored for it, and never sent to another. */
export const destinationOf = (kind: string, url: string | null): string =>
  url === null ? kind : `${kind} ${new URL(url).origin}`;
