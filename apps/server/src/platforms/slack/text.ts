/** A part of a text in angle brackets (Slack, "Formatting text"): a mention, a link or a special word. */
const bracketed = /<([^<>]{1,4000})>/g;

const characters: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Turns what Slack sends into the text that its user sees: names of mentions, addresses of links, plain characters. */
export const readMrkdwn = (text: string): string =>
  text
    .replace(bracketed, (_whole, inner: string) => seen(inner))
    .replace(/&(?:amp|lt|gt);/g, (entity) => characters[entity] ?? entity);

/** Returns the visible text in place of brackets. */
function seen(inner: string): string {
  const bar = inner.indexOf('|');
  const target = bar === -1 ? inner : inner.slice(0, bar);
  const label = bar === -1 ? '' : inner.slice(bar + 1);
  const sign = target.charAt(0);
  if (sign === '@' || sign === '#') return label === '' ? target : `${sign}${label.replace(/^[@#]/, '')}`;
  if (sign === '!') return label === '' ? `@${target.slice(1).split('^', 1)[0]}` : label;
  const address = target.replace(/^(?:mailto|tel):/, '');
  const isSame = label === '' || label === address || target === `https://${label}` || target === `http://${label}`;
  return isSame ? address : `${label} (${address})`;
}
