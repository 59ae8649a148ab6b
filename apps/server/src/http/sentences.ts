/** Returns a count with its noun: `1 channel`, `2 channels`. */
export const amount = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;
