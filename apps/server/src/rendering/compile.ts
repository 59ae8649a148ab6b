import { linesOf } from './document.ts';
import { type LayoutRules, layOut } from './layout.ts';
import type { Part } from './message-part.ts';
import { readMarkdown, withoutControls } from './read-markdown.ts';
import { type Format, partsOf } from './split.ts';

/**
 * Compiles Markdown for a platform. A message that shows nothing when it is read, such as definitions of links alone, is
 * sent as it is written; no part at all, only if that is blank as well.
 */
export function compile(markdown: string, rules: LayoutRules, format: Format): Part[] {
  const parts = partsOf(layOut(readMarkdown(markdown), rules), format);
  if (parts.length > 0) return parts;
  return partsOf(layOut([{ kind: 'paragraph', children: linesOf(withoutControls(markdown)) }], rules), format);
}

/** The name of a code block's language: its first word, if that is one for certain. */
export const languageOf = (info: string): string => /^[\w+#.-]{1,30}(?=\s|$)/.exec(info)?.[0] ?? '';
