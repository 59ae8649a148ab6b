import { assemble, type Block, once, textOf, withPrefix } from '../blocks.ts';
import { compile } from '../compile.ts';
import type { LayoutRules } from '../layout.ts';
import type { Part } from '../message-part.ts';
import { type DelimitedFormat, withoutFences, writeDelimited } from './delimited.ts';

/** Characters that a message should have at most (https://docs.slack.dev/reference/methods/chat.postMessage). */
const limit = 4_000;
const maxAddress = 1_000;

const rules: LayoutRules = {
  canLink: (address) => address.length <= maxAddress,
  bullet: '• ',
  hasHeadings: false,
  hasCodeInQuotes: false,
  tableWidth: 80,
  // A link contains no formats, and code none and in none.
  nest: (marks) => {
    const link = marks.findIndex(({ kind }) => kind === 'link' || kind === 'address');
    if (link !== -1) return marks.slice(0, link + 1);
    const code = marks.filter(({ kind }) => kind === 'code');
    return code.length === 0 ? marks : code;
  },
};

/** Compiles Markdown for Slack, as mrkdwn (https://docs.slack.dev/messaging/formatting-message-text). */
export const renderSlack = (markdown: string): readonly Part[] => compile(markdown, rules, { limit, write });

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** With these three escaped, a text contains no mention, link or command. */
export const escapeSlack = (text: string): string => text.replace(/[&<>]/g, (sign) => references[sign] ?? sign);

const format: DelimitedFormat = {
  text: escapeSlack,
  link: (address, label) => {
    // The rest of an address that was cut is text: it could begin like a mention.
    if (!/^(?:https?|mailto|tel):/i.test(address)) return escapeSlack(label);
    const target = address.replaceAll('|', '%7C');
    return target === label ? `<${escapeSlack(target)}>` : `<${escapeSlack(target)}|${escapeSlack(label)}>`;
  },
};

const writeBlock = once((block) => {
  if (block.kind === 'pre') return `\`\`\`\n${escapeSlack(withoutFences(textOf(block.runs)))}\n\`\`\``;
  return withPrefix(block, writeDelimited(block.runs, format));
});

const write = (blocks: readonly Block[]): string => assemble(blocks, '> ', writeBlock);
