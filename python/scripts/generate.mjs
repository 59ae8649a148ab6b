/**
 * Writes the parts of the Python client that follow openapi.json: `types/`, `_async/resources/` and api.md; and
 * `_sync/`, which is `_async/` without its asynchronous words. With `--check` it writes nothing, and fails if a file is
 * another one than it would write, or is not one of these at all.
 */
import { readFileSync } from 'node:fs';
import { readDocument } from '../../scripts/clients/document.mjs';
import { applyFiles } from '../../scripts/clients/files.mjs';
import { generatedFiles } from './files.mjs';
import { EXEMPT } from './unasync.mjs';

const root = new URL('../../', import.meta.url);
const document = readDocument(JSON.parse(readFileSync(new URL('openapi.json', root), 'utf8')));
const files = generatedFiles(document, root);
process.exitCode = applyFiles(files, {
  root,
  check: process.argv.includes('--check'),
  keeps: [...EXEMPT],
  folders: ['python/src/parley/types', 'python/src/parley/_async/resources', 'python/src/parley/_sync'],
});
