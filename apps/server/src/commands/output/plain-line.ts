/**
 * Returns a text as a part of a line on a terminal. Names are untrusted text: their control characters could overwrite
 * other lines.
 */
export const plain = (text: string): string => text.replace(/\p{C}+/gu, ' ');
