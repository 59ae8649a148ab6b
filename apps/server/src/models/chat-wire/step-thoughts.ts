/** Max characters of a step's thoughts that are kept; what follows is left out. */
const maxKept = 400_000;

/**
 * Keeps the thoughts of a reply's steps that called tools, as long as the reply is written. Some servers refuse the next
 * step without them (https://api-docs.deepseek.com/guides/thinking_mode#tool-calls), and no later reply needs them.
 */
export function createStepThoughts() {
  const kept = new WeakMap<object, string[]>();
  return {
    /** Adds the thoughts of a step that called tools; an empty text if it had none. */
    add: (turn: object | undefined, thoughts: string): void => {
      if (turn !== undefined) kept.set(turn, [...(kept.get(turn) ?? []), thoughts.slice(0, maxKept)]);
    },
    /** The thoughts of the steps so far, in order; none if the server gave none. */
    of: (turn: object | undefined): readonly string[] => {
      const thoughts = turn === undefined ? [] : (kept.get(turn) ?? []);
      return thoughts.some((text) => text !== '') ? thoughts : [];
    },
  };
}
