/** Lines of a message that name what its user sent beside text and a model can’t read, such as `[Photo, not seen: 120 kB]`. */
const lines = /^\[[^\]\n]{1,30}, not (?:seen|heard|read)(?:: [^\]\n]*)?\]$/gmu;

/** True if a message came with something that a model can't see. */
export const hasUnread = (message: string): boolean => message.search(lines) !== -1;

/** The words of a message, for searches: without these lines, unless there is nothing else. */
export const withoutUnread = (message: string): string => message.replace(lines, '').trim() || message;
