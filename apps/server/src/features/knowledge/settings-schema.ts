import type { Connection } from '../../connectors/connector.ts';

/** A file that a source holds. */
export interface HeldFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  /** SHA-256 of the bytes, in hex: the name of the blob. */
  readonly hash: string;
}

/** Settings of a source's content, as JSON in its row. A field that its type doesn't have is null or empty. */
export interface Settings {
  readonly url: string | null;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly maxPages: number | null;
  readonly maxDepth: number | null;
  readonly file: HeldFile | null;
  /** The blob with the text of a text source. */
  readonly text: { readonly hash: string; readonly bytes: number } | null;
  /** Of a connected source; earlier versions don't store it. */
  readonly connection?: StoredConnection | null;
}

/** A connection as it is stored: its credentials are in a column of their own. */
export interface StoredConnection extends Connection {
  /** True if it has credentials. */
  readonly hasCredentials: boolean;
}

/** The settings of a source that has none. */
export const noSettings: Settings = {
  ...{ url: null, include: [], exclude: [], maxPages: null, maxDepth: null },
  ...{ file: null, text: null },
};

/** The blobs that a source with these settings holds. */
export const blobsOf = ({ file, text }: Settings): readonly string[] =>
  [file?.hash, text?.hash].filter((hash) => hash !== undefined);
