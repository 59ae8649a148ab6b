/** The parts of a text between empty lines. A pattern would keep a place for each of a million empty lines. */
export function* paragraphsOf(text: string): Generator<string> {
  let start = 0;
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at);
    const end = found === -1 ? text.length : found;
    if (text.slice(at, end).trim() === '') {
      if (at > start) yield text.slice(start, at);
      start = end + 1;
    }
    at = end + 1;
  }
  if (start < text.length) yield text.slice(start);
}
