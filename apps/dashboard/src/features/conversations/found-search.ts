/** The search parameters of a conversation: the message to show, and its words to highlight, separated by spaces. */
export interface FoundSearch {
  message?: string;
  find?: string;
}

const text = (value: unknown) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value).slice(0, 200) : undefined;

/** Reads the search parameters of a conversation; drops invalid ones. */
export function readFoundSearch(search: Record<string, unknown>): FoundSearch {
  const [message, find] = [text(search['message']), text(search['find'])];
  return { ...(message !== undefined && { message }), ...(find !== undefined && { find }) };
}
