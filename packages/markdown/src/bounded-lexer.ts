import { Lexer, type Token, type Tokens, type TokensList } from 'marked';

/**
 * Max depth of blocks in blocks, and of inline elements in each other. Each level takes time that grows with the text,
 * and a call of each function that reads or shows it.
 */
const maxDepth = 20;

/** Marked's lexer, which reads nested Markdown up to a depth of 20. Deeper levels stay text as it is written. */
export class BoundedLexer extends Lexer {
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
      tokens.push(asText(source));
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

/** A text as the token of itself. */
export const asText = (text: string): Tokens.Text => ({ type: 'text', raw: text, text, escaped: false });
