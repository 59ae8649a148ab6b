import { fencedParts, parseDelimited } from './delimited.ts';
import type { Seen } from './visible.ts';

const references: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };
const link = /^<((?:https?|mailto|tel):[^<>|\s]+)(?:\|([^<>|\n]+))?>/;

/**
 * Parses Slack's mrkdwn, by https://docs.slack.dev/messaging/formatting-message-text. Throws for a sign that isn't
 * escaped, and for a mention or command: a reply of a model contains none.
 */
export function parseSlack(message: string): Seen {
  const formats: Seen['formats'][number][] = [];
  const parts = fencedParts(message).map(({ isCode, text }) => {
    if (isCode) return plain(text, () => refuse(text));
    return text
      .split('\n')
      .map((line) => parseDelimited(...lineOf(line, formats)))
      .join('\n');
  });
  return { text: resolved(parts.join('')), formats };
}

const refuse = (text: string): never => {
  throw new Error(`Not escaped: ${text.slice(0, 60)}`);
};

function lineOf(line: string, formats: Seen['formats'][number][]): [string, Seen['formats'][number][]] {
  const inner = line.startsWith('> ') ? line.slice(2) : line;
  if (/^(?:&gt;|＞)/.test(inner)) throw new Error(`Not a quote: ${inner.slice(0, 60)}`);
  const withoutLinks = plain(inner, (rest) => {
    const found = link.exec(rest) ?? refuse(rest);
    formats.push({ kind: 'link', text: found[1] ?? '' });
    return { text: found[2] ?? (found[1] ?? '').replace(/[*_~`]/g, ' '), length: found[0].length };
  });
  return [withoutLinks, formats];
}

/** A text whose signs are escaped; `onAngle` reads what begins with `<`. */
function plain(text: string, onAngle: (rest: string) => { text: string; length: number }): string {
  let result = '';
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at, at + 5_000);
    if (rest.startsWith('<')) {
      const found = onAngle(rest);
      result += found.text;
      at += found.length;
      continue;
    }
    if (rest.startsWith('>') || (rest.startsWith('&') && !/^&(?:amp|lt|gt);/.test(rest))) refuse(rest);
    result += rest.charAt(0);
    at++;
  }
  return result;
}

const resolved = (text: string): string => text.replace(/&(?:amp|lt|gt);/g, (found) => references[found] ?? found);
