import type { Part } from '../kinds/messenger.ts';

/** Compiles Markdown for the platform. To be written. */
export const renderMail = (markdown: string): readonly Part[] => [{ text: markdown, plain: markdown }];
