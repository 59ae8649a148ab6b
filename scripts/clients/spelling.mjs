/** Names in the spelling of each language. */

/**
 * The words of a name: `apiKeys`, `api_keys`, `api-keys` and `ApiKeys` have the words api and keys.
 * @param {string} name
 */
const words = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** @param {string} name */
export const snake = (name) => words(name).join('_');

/** @param {string} name */
export const pascal = (name) => words(name).map(capital).join('');

/** @param {string} name */
export const camel = (name) => {
  const whole = pascal(name);
  return whole.charAt(0).toLowerCase() + whole.slice(1);
};

/**
 * The singular of a name of several things: `agents` → `agent`, `replies` → `reply`.
 * @param {string} name
 */
export const singular = (name) => name.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');

/**
 * A list in a sentence: `a`, `b` and `c`.
 * @param {readonly string[]} names
 */
export const listed = (names) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Python's own words, which no parameter or attribute can have as its name. */
const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/**
 * The name of a property or parameter in Python: `systemPrompt` → `system_prompt`, `_id` → `id`.
 * @param {string} wire
 */
export function attribute(wire) {
  const name = snake(wire);
  return KEYWORDS.has(name) ? `${name}_` : name;
}

/**
 * `{id}` is named after the segment before it: `/api/api-keys/{id}` → `api_key_id`.
 * @param {string} wire
 * @param {string} path
 */
export function pathName(wire, path) {
  if (wire !== 'id') return attribute(wire);
  const segments = path.split('/');
  return `${snake(singular(segments[segments.indexOf('{id}') - 1] ?? ''))}_id`;
}
