import type { KnowledgePairImportResult } from '@parley/sdk';
import { counted } from '../../../source-words.ts';

/** Max wrong rows that a preview lists. */
const mostErrors = 100;

/** Returns the number of rows that were read, in words. */
export function readWords({ created, updated, unchanged, errors }: KnowledgePairImportResult): string {
  const rows = counted(created + updated + unchanged + errors.length, 'row');
  return errors.length < mostErrors ? `${rows} read` : `More than ${rows} read`;
}

/** Returns what an import would do, in words: `12 new, 3 changed, 85 as they were`. */
export function changeWords({ created, updated, unchanged }: KnowledgePairImportResult): string {
  const parts = [
    created > 0 && `${created.toLocaleString('en')} new`,
    updated > 0 && `${updated.toLocaleString('en')} changed`,
    unchanged > 0 && `${unchanged.toLocaleString('en')} as they were`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** Returns how many rows are refused, in words; undefined if none is. */
export function refusedWords({ errors }: KnowledgePairImportResult): string | undefined {
  if (errors.length === 0) return undefined;
  const rows = counted(errors.length, 'row');
  const [count, verb] =
    errors.length < mostErrors ? [rows, errors.length === 1 ? 'is' : 'are'] : [`At least ${rows}`, 'are'];
  return `${count} ${verb} refused, so nothing is imported. Correct the CSV, and choose it again.`;
}
