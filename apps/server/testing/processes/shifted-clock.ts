/**
 * Returns settings with which Node.js runs a program, and its workers, on a clock that is ahead by so many milliseconds:
 * a restart under them is one after a long pause.
 */
export function shiftedClock(aheadMs: number): Readonly<Record<string, string>> {
  const script = `{
    const Real = globalThis.Date;
    globalThis.Date = class Date extends Real {
      constructor(...given) {
        super(...(given.length === 0 ? [Real.now() + ${aheadMs}] : given));
      }
      static now() {
        return Real.now() + ${aheadMs};
      }
    };
  }`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(script)}` };
}
