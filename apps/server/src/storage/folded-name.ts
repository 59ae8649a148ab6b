/** Folds a name, so that equal-looking names collide: trimmed, composed (NFC) and in lower case. */
export const foldName = (name: string): string => name.trim().normalize('NFC').toLowerCase();
