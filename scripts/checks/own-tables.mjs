/**
 * Keeps each table with one feature: prints every table that files of two features write to, and exits with 1.
 * A change that spans features is composed of statements that each feature gives for its own tables.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const FEATURES = 'apps/server/src/features';

/** Kysely's ways to write to a table, and the name of the table. */
const write = /\b(?:insertInto|updateTable|deleteFrom)\(\s*'([a-z_]+)/g;

/**
 * The tables that more than one feature writes to, with the files that do.
 * @param {Iterable<readonly [path: string, text: string]>} files paths as `<feature>/…`
 * @returns {{ table: string, files: string[] }[]}
 */
export function sharedTables(files) {
  /** @type {Map<string, Map<string, string>>} table → feature → one file of it */
  const writers = new Map();
  for (const [path, text] of files) {
    const [feature = ''] = path.split('/');
    for (const [, table = ''] of text.matchAll(write)) {
      const features = writers.get(table) ?? new Map();
      writers.set(table, features.set(feature, path));
    }
  }
  return [...writers]
    .filter(([, features]) => features.size > 1)
    .map(([table, features]) => ({ table, files: [...features.values()] }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const paths = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' });
  const sources = paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
  const shared = sharedTables(sources.map((path) => [path, readFileSync(join(FEATURES, path), 'utf8')]));
  for (const { table, files } of shared) {
    console.error(`${table} is written by several features: ${files.join(', ')}. Let one give the statements.`);
  }
  console.log(`${sources.length} files read, ${shared.length} tables shared`);
  process.exitCode = shared.length === 0 ? 0 : 1;
}
