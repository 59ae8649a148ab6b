/**
 * Returns a text as a part of a line on a terminal. Users choose names freely: their control characters could write
 * over other lines.
 */
export const plain = (text: string): string => text.replace(/\p{C}+/gu, ' ');
