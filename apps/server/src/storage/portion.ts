/**
 * Max rows and max bytes of texts that one unit of work deletes. The embedded database reads every page of a text to
 * free it, and all other writers wait for a unit.
 */
export const portion = { rows: 200, bytes: 2 * 1024 * 1024 } as const;

/** A row to delete, with the bytes of its texts; 0 by default. */
export interface Deletable {
  readonly id: string;
  readonly bytes?: number | bigint | string | null;
}

/** Returns the IDs of the rows that one unit of work deletes, in order; at least one, if there are any. */
export function portionOf(rows: readonly Deletable[]): string[] {
  const ids: string[] = [];
  let left: number = portion.bytes;
  for (const { id, bytes } of rows) {
    left -= Number(bytes ?? 0);
    if (ids.length === portion.rows || (left < 0 && ids.length > 0)) break;
    ids.push(id);
  }
  return ids;
}
