/** The kinds of tokens (`kindOf`) that may come next in a text of JSON. */
const allowed = {
  value: '{["w',
  'value or ]': '{["w]',
  name: '"',
  'name or }': '"}',
  ':': ':',
  ', or end': ',}]',
  nothing: '',
} as const;
type Expected = keyof typeof allowed;

const space = /[ \t\n\r]*/y;
const word = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** The characters of a string that need no escape. */
const plain = /[ !#-[\]-\uffff]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The place after a match of a sticky expression at a place; the same place without a match. */
function after(text: string, at: number, expression: RegExp): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : at;
}

/**
 * Returns the first place of a text that isn't JSON (RFC 8259): its line and its column in characters, both from 1. The
 * errors of `JSON.parse` name it in some versions of Node.js and for some mistakes only. Without recursion, and in one
 * pass: a hostile text must cost no more than an honest one.
 */
export function wrongPlace(text: string): { readonly line: number; readonly column: number } {
  const before = text.slice(0, firstWrong(text));
  const line = before.split('\n').length;
  return { line, column: [...before.slice(before.lastIndexOf('\n') + 1)].length + 1 };
}

function firstWrong(text: string): number {
  const open: string[] = [];
  let expected: Expected = 'value';
  for (let at = after(text, 0, space); ; at = after(text, at, space)) {
    const kind = kindOf(text[at]);
    if (kind === undefined || !fits(kind, expected, open.at(-1))) return at;
    const { end, wrong } = '"w'.includes(kind) ? scalarAt(text, at) : { end: at + 1 };
    if (wrong !== undefined) return wrong;
    expected = nextAfter(kind, expected, open);
    at = end;
  }
}

/** A bracket, a comma, a colon or a quotation mark is itself; anything else can only be a word or a number. */
const kindOf = (character: string | undefined) =>
  character === undefined || '{}[],:"'.includes(character) ? character : 'w';

const fits = (kind: string, expected: Expected, opened: string | undefined) =>
  allowed[expected].includes(kind) && (kind !== '}' || opened === '{') && (kind !== ']' || opened === '[');

/** Returns the state after a token, and keeps the open brackets. */
function nextAfter(kind: string, before: Expected, open: string[]): Expected {
  if ('{['.includes(kind)) open.push(kind);
  if ('}]'.includes(kind)) open.pop();
  if (kind === '{') return 'name or }';
  if (kind === '[') return 'value or ]';
  if (kind === ':') return 'value';
  if (kind === ',') return open.at(-1) === '{' ? 'name' : 'value';
  if (before.startsWith('name') && kind === '"') return ':';
  return open.length === 0 ? 'nothing' : ', or end';
}

/** Returns the end of the string, number or word at a place, or the place of its mistake. */
function scalarAt(text: string, at: number): { readonly end: number; readonly wrong?: number } {
  if (text[at] !== '"') {
    const end = after(text, at, word);
    return end === at ? { end, wrong: at } : { end };
  }
  for (let end = at + 1; ; ) {
    end = after(text, end, plain);
    if (text[end] === '"') return { end: end + 1 };
    const next = after(text, end, escaped);
    if (next === end) return { end, wrong: end };
    end = next;
  }
}
