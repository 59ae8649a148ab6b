/** When the pictures are taken: a weekday afternoon, so that they differ only by what has changed in the product. */
const taken = Date.UTC(2026, 9, 20, 14, 12);

/**
 * Returns a script that moves the clock to that time; from there it runs on. The command, the server and the browser
 * all run it with the same shift, so that they agree.
 */
export function clockScript(): string {
  const shift = taken - Date.now();
  return `{
    const Real = globalThis.Date;
    globalThis.Date = class Date extends Real {
      constructor(...given) {
        super(...(given.length === 0 ? [Real.now() + ${shift}] : given));
      }
      static now() {
        return Real.now() + ${shift};
      }
    };
  }`;
}

/** Settings with which Node.js runs a script before a program, and in its workers. */
export const runsFirst = (script: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}`,
});
