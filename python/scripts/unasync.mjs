/**
 * Turns the asynchronous client's sources into the synchronous client's, word by word, as httpcore does. Both are
 * committed, so that people read, type checkers check and debuggers step through ordinary code.
 */

/** Replacements, in this order; each is a whole word or phrase. */
const WORDS = /** @type {const} */ ([
  [/\basync (def|for|with)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\bAsyncPagePromise\b/g, 'Page'],
  [/\bAsyncByteStream\b/g, 'SyncByteStream'],
  [/\b(Stop)Async(Iteration)\b/g, '$1$2'],
  [/\bAsync([A-Z]\w*)/g, '$1'],
  [/\b__a(enter|exit|iter|next)__\b/g, '__$1__'],
  [/\ba(close|next|read)\b/g, '$1'],
  [/\ba(iter_\w+)\b/g, '$1'],
  [/\basynccontextmanager\b/g, 'contextmanager'],
  [/\b_async\b/g, '_sync'],
  [/\basynchronous\b/g, 'synchronous'],
  [/\bAsynchronous\b/g, 'Synchronous'],
]);

/** Lines from one of these comments to the other are only in the asynchronous client. */
const ONLY = /^[ \t]*# async only\n[\s\S]*?^[ \t]*# end async only\n/gm;

/** Files that each client has of its own. */
export const EXEMPT = new Set(['_clock.py', '_page_promise.py']);

/** @param {string} source */
export function unasync(source) {
  const kept = source.replace(ONLY, '');
  return WORDS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), kept)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/**
 * The files of the synchronous client.
 * @param {Map<string, string>} files those of the asynchronous one, by their paths
 * @returns {Map<string, string>}
 */
export function synchronousFiles(files) {
  const made = [...files]
    .filter(([path]) => !EXEMPT.has(path.split('/').at(-1) ?? ''))
    .map(([path, text]) => /** @type {const} */ ([path.replace('/_async/', '/_sync/'), withNote(unasync(text), path)]));
  return new Map(made);
}

/**
 * Names the source in the first line, unless the file says already that it is generated.
 * @param {string} text
 * @param {string} path
 */
const withNote = (text, path) =>
  text.startsWith('# Generated')
    ? text
    : `# Generated from ${path.slice(path.indexOf('_async'))} by \`npm run clients\`. Do not edit.\n${text}`;
