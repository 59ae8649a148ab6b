import { assemble, type Block, once, textOf, withPrefix } from '../blocks.ts';
import { compile } from '../compile.ts';
import type { LayoutRules } from '../layout.ts';
import type { Part } from '../message-part.ts';
import { type DelimitedFormat, withoutFences, writeDelimited } from './delimited.ts';

/** Max characters of a text (https://developers.facebook.com/docs/whatsapp/cloud-api/messages/text-messages). */
const limit = 4_096;

const rules: LayoutRules = {
  // It has no links behind a text, and makes links of the addresses that it finds.
  canLink: () => false,
  bullet: '- ',
  hasHeadings: false,
  hasCodeInQuotes: false,
  tableWidth: 36,
  nest: (marks) => {
    const only = marks.find(({ kind }) => kind === 'address' || kind === 'code');
    return only === undefined ? marks : [only];
  },
};

/** Compiles Markdown for WhatsApp (https://faq.whatsapp.com/539178204879377). */
export const renderWhatsapp = (markdown: string): readonly Part[] => compile(markdown, rules, { limit, write });

const format: DelimitedFormat = { text: (text) => text, link: (address) => address };

const writeBlock = once((block) => {
  if (block.kind === 'pre') return `\`\`\`${withoutFences(textOf(block.runs))}\`\`\``;
  return withPrefix(block, writeDelimited(block.runs, format));
});

const write = (blocks: readonly Block[]): string => assemble(blocks, '> ', writeBlock);
