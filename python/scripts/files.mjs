/** Every generated file of the Python client. */
import { readFileSync } from 'node:fs';
import { filesIn } from '../../scripts/clients/files.mjs';
import { methodsOf } from '../../scripts/clients/methods.mjs';
import { createNames } from './names.mjs';
import { createProse } from './prose.mjs';
import { referencePage } from './reference.mjs';
import { resourceFiles } from './resources.mjs';
import { typeFiles } from './types.mjs';
import { synchronousFiles } from './unasync.mjs';

/** @import { Document } from '../../scripts/clients/document.mjs' */

const SOURCES = 'python/src/parley';
const RESOURCES = `${SOURCES}/_async/resources`;

/**
 * The files that follow from the document alone: the types, the asynchronous resources and api.md.
 * @param {Document} document
 * @returns {Map<string, string>}
 */
export function documentFiles(document) {
  const context = { document, methods: methodsOf(document), names: createNames(document), say: createProse(document) };
  const { files: types, names } = typeFiles(context, [...resourceFiles(context, []).values()].join(''));
  return new Map([
    ...within(`${SOURCES}/types`, types),
    ...within(RESOURCES, resourceFiles(context, names)),
    ['python/api.md', referencePage(context)],
  ]);
}

/** @param {string} folder @param {Map<string, string>} files */
const within = (folder, files) => [...files].map(([name, text]) => /** @type {const} */ ([`${folder}/${name}`, text]));

/**
 * All of them, by their paths from the root; the synchronous client also follows the sources written by hand.
 * @param {Document} document
 * @param {URL} root
 */
export function generatedFiles(document, root) {
  const files = documentFiles(document);
  const byHand = filesIn(`${SOURCES}/_async`, root)
    .filter((path) => !path.startsWith(RESOURCES))
    .map((path) => /** @type {const} */ ([path, readFileSync(new URL(path, root), 'utf8')]));
  const asynchronous = new Map([...byHand, ...[...files].filter(([path]) => path.startsWith(RESOURCES))]);
  return new Map([...files, ...synchronousFiles(asynchronous)]);
}
