import type { Bounded } from '../../bounded.ts';
import type { Row } from '../driver.ts';

/** A message to a reader process: a query, or the request to prepare its statements again. */
export type ScannerRequest =
  | { readonly type: 'scan'; readonly sql: string; readonly parameters: readonly unknown[]; readonly maxBytes: number }
  | { readonly type: 'forget' };

/** Why a query failed; `code` is SQLite's extended result code, if the disk or a lock is the reason. */
export interface ScanFailure {
  readonly failed: string;
  readonly code: number | undefined;
}

/** The answer to a query. */
export type ScannerReply = Bounded<Row> | ScanFailure;
