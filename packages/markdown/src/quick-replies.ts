/** A message whose quick replies are apart from its text. */
export interface WithQuickReplies {
  /** The Markdown without the blocks of quick replies. */
  readonly text: string;
  readonly replies: readonly string[];
}

/** The name of the blocks, as the language of a fenced block of code. */
export const quickReplyBlock = 'quick-replies';

/** Max quick replies of a message, and characters of one. Further lines stay in the text, as a list. */
export const quickReplyBounds = { replies: 10, characters: 80 } as const;

const fence = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\n]*)$/;

/** An item as models write them: with or without a bullet or a number, and with quotes around it. */
export const quickReplyOf = (line: string): string =>
  line
    .trim()
    .replace(/^(?:[-*+•]|\d{1,2}[.)])[ \t]+/, '')
    .trim();

/**
 * Takes the quick replies out of a message: each line of a block of code named `quick-replies` is one. A block that
 * isn't closed yet counts, and of a text that still grows also the beginning of its first line is left out.
 */
export function readQuickReplies(markdown: string, isGrowing = false): WithQuickReplies {
  if (!markdown.includes('```') && !markdown.includes('~~~') && !isGrowing) return { text: markdown, replies: [] };
  const scan: Scan = { kept: [], found: new Set(), open: undefined };
  const lines = markdown.split('\n');
  for (const [index, line] of lines.entries()) readLine(scan, line, isGrowing && index === lines.length - 1);
  return { text: scan.kept.join('\n').trimEnd(), replies: [...scan.found] };
}

interface Scan {
  readonly kept: string[];
  readonly found: Set<string>;
  /** The block of code that the next line is in. */
  open: Fence | undefined;
}

function readLine(scan: Scan, line: string, isCut: boolean): void {
  const { open } = scan;
  const [, mark = '', info = ''] = fence.exec(line) ?? [];
  if (open === undefined) {
    const isOurs = mark !== '' && info.trim() === quickReplyBlock;
    if (mark !== '') scan.open = { mark, isOurs };
    if (!isOurs && !(isCut && mayBecomeBlock(line))) scan.kept.push(line);
    return;
  }
  const isEnd = isEndOf(open.mark, mark, info);
  if (isEnd) scan.open = undefined;
  if (!open.isOurs) scan.kept.push(line);
  else if (!isEnd) take(line, scan);
}

/** A block of code that is open. */
interface Fence {
  readonly mark: string;
  readonly isOurs: boolean;
}

const isEndOf = (opened: string, mark: string, info: string): boolean => info.trim() === '' && mark.startsWith(opened);

/** True if a block of quick replies may grow from the beginning of a line. */
const mayBecomeBlock = (line: string): boolean => {
  const [, , info] = /^ {0,3}(`{1,}|~{1,})[ \t]*([a-z-]*)$/.exec(line) ?? [];
  return info !== undefined && quickReplyBlock.startsWith(info);
};

function take(line: string, { found, kept }: Scan): void {
  const reply = quickReplyOf(line);
  if (reply === '' || found.has(reply)) return;
  const { replies, characters } = quickReplyBounds;
  if (found.size < replies && [...reply].length <= characters) found.add(reply);
  else kept.push(`- ${reply}`);
}
