import type { Part } from '../kinds/messenger.ts';

/** Compiles Markdown for the platform. To be written. */
export const renderTelegram = (markdown: string): readonly Part[] => [{ text: markdown, plain: markdown }];
