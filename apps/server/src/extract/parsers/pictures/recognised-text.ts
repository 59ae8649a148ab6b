import { cleaned } from '../clean-text.ts';
import { dividesWord } from '../hyphens.ts';
import { paragraphsOf } from '../paragraphs.ts';

/** The paragraphs of a text as a command prints it, line by line. Words that the lines divide are joined. */
export function recognisedParagraphs(text: string): string[] {
  return Array.from(paragraphsOf(cleaned(text)), (paragraph) => {
    const lines = paragraph.split('\n').map((line) => line.trim());
    const parts = lines.map((line, index) => {
      const next = lines[index + 1];
      if (next === undefined) return line;
      return dividesWord(line, next) ? line.slice(0, -1) : `${line}\n`;
    });
    return parts.join('').trim();
  }).filter((paragraph) => paragraph !== '');
}
