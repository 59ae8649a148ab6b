import { BoundedLexer } from '@parley/markdown';
import type { TokensList } from 'marked';

/** Reads GitHub Flavored Markdown into tokens, nested at most 20 deep. Line breaks are kept. */
export const lex = (text: string): TokensList =>
  new BoundedLexer({ gfm: true, breaks: true }).lex(text.replaceAll('\0', '\ufffd'));
