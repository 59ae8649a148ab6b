import type { Part } from '../kinds/messenger.ts';
import type { BlockNode, Inline, TableCell } from './document.ts';
import { type LayoutRules, layOut } from './layout.ts';
import { addressOf, says, shownTarget } from './links.ts';
import { plainOf } from './plain.ts';
import { readMarkdown } from './read-markdown.ts';

const plainRules: LayoutRules = {
  canLink: () => false,
  bullet: '- ',
  hasHeadings: false,
  hasCodeInQuotes: true,
  tableWidth: 76,
  nest: () => [],
};
