import { readQuickReplies } from '@parley/markdown/quick-replies';
import type { Part } from './message-part.ts';

/** Buttons of a platform. */
interface Buttons {
  /** True if it can show these replies as buttons below a part. */
  fits(replies: readonly string[], last: Part): boolean;
}

/**
 * Renders a message whose quick replies become buttons below its last part. They stay in the text, as a list, if the
 * platform can't show them, or if there is no other text.
 */
export function withButtons(
  markdown: string,
  render: (markdown: string) => readonly Part[],
  { fits }: Buttons,
): readonly Part[] {
  const { text, replies } = readQuickReplies(markdown);
  if (replies.length === 0) return render(markdown);
  const parts = text.trim() === '' ? [] : render(text);
  const last = parts.at(-1);
  if (last === undefined || !fits(replies, last)) return render(markdown);
  return [...parts.slice(0, -1), { ...last, replies }];
}
