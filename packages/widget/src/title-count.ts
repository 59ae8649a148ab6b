/** The numbers of unread replies by channel, and how the title begins now; empty for no number. */
const counts: Record<string, number> = {};
let prefix = '';
let observer: MutationObserver | undefined;

/**
 * Puts the unread replies of all channels before the title of the page, as `(2) `, and restores the title at 0. A title
 * that the page sets meanwhile gets the number, too, and stays.
 */
export function setTitleCount(channel: string, count: number): void {
  counts[channel] = count;
  const sum = Object.values(counts).reduce((all, each) => all + each, 0);
  remove();
  prefix = sum > 0 ? `(${sum > 99 ? '99+' : sum}) ` : '';
  observer?.disconnect();
  observer = undefined;
  if (prefix === '') return;
  put();
  observer = new MutationObserver(put);
  observer.observe(document.head, { subtree: true, childList: true, characterData: true });
}

/**
 * The text node of the title. Its text is changed, not the node: applications keep their nodes, and `document.title`
 * would collapse white space.
 */
const node = (): Text | undefined => {
  const first = document.querySelector('head > title')?.firstChild;
  return first instanceof Text ? first : undefined;
};

/** Adds the number, unless it is there, perhaps after that of another script: two would otherwise repeat forever. */
function put(): void {
  const text = node();
  if (text !== undefined && !text.data.slice(0, 40).includes(prefix)) text.data = prefix + text.data;
}

function remove(): void {
  const text = node();
  if (prefix === '' || text === undefined) return;
  const at = text.data.slice(0, 40).indexOf(prefix);
  if (at >= 0) text.data = text.data.slice(0, at) + text.data.slice(at + prefix.length);
}
