import { Lexer, type Token, type TokensList } from 'marked';

/**
 * Max depth of blocks in blocks, and of inline elements in each other. Deeper Markdown is shown as it is written: each
 * level takes time that grows with the text, and one call of each function that reads or shows it.
 */
const maxDepth = 20;

/** Marked's lexer, which reads nested Markdown up to a depth. */
class BoundedLexer extends Lexer {
  private depth = 0;

  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    return this.nested(source, tokens, () => super.blockTokens(source, tokens, lastParagraphClipped));
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    return this.nested(source, tokens, () => super.inlineTokens(source, tokens));
  }

  private nested(source: string, tokens: Token[], read: () => Token[]): Token[] {
    if (this.depth >= maxDepth) {
      tokens.push({ type: 'text', raw: source, text: source, escaped: false });
      return tokens;
    }
    this.depth += 1;
    try {
      return read();
    } finally {
      this.depth -= 1;
    }
  }
}

/** Reads GitHub Flavored Markdown into tokens, nested at most 20 deep. Line breaks are kept. */
export const lex = (text: string): TokensList =>
  new BoundedLexer({ gfm: true, breaks: true }).lex(text.replaceAll('\0', '\ufffd'));
