/** The methods of the Python client, as its sources say. They are generated, so that these patterns match. */
import { readFileSync } from 'node:fs';
import { filesIn } from './files.mjs';

/**
 * @typedef {{ fullName: string, parameters: string[] }} PythonMethod `parameters` without self and options
 */

/**
 * The methods of one of the two clients, with the names that Python has.
 * @param {URL} root
 * @param {'_async' | '_sync'} kind
 * @returns {PythonMethod[]}
 */
export function readPythonMethods(root, kind) {
  const sources = filesIn(`python/src/parley/${kind}/resources`, root)
    .filter((path) => !path.endsWith('__init__.py'))
    .map((path) => readFileSync(new URL(path, root), 'utf8'));
  return sources.flatMap(readMethods);
}

/**
 * Returns the methods of each class of a file.
 * @param {string} source
 * @returns {PythonMethod[]}
 */
export const readMethods = (source) => source.split(/^(?=class )/m).flatMap(methodsOfClass);

/** @param {string} source */
function methodsOfClass(source) {
  const resource = /"""The methods of `client\.([\w.]+)`\."""/.exec(source)?.[1] ?? '';
  return [...source.matchAll(/^ {4}(?:async )?def ([a-z]\w*)\(([\s\S]*?)\) -> /gm)].map(([, name, list = '']) => ({
    fullName: `${resource}.${name}`,
    parameters: parameterNames(list).filter((parameter) => !['self', 'options'].includes(parameter)),
  }));
}

/**
 * The names before the colons that are in no bracket.
 * @param {string} list
 */
function parameterNames(list) {
  const flat = list.replace(/\[(?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*\]/g, '');
  return flat.split(',').flatMap((part) => /^\s*(\w+)\s*(?::|$)/.exec(part)?.[1] ?? []);
}
