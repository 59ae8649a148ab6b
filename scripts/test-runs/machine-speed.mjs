/** Measures the slowness of this machine: the budget of test files is in seconds of the machine on which it was set. */

/** Time of the work below on that machine without other load, in ms. */
const REFERENCE_MS = 135;

const READINGS = 5;

/** Some work like that of tests: objects, texts and JSON. */
function work() {
  let text = '[]';
  for (let round = 0; round < 60; round += 1) {
    const rows = Array.from({ length: 2_000 }, (_, index) => ({ id: `row-${round * index}`, index, tags: ['a', 'b'] }));
    rows.sort((one, other) => one.id.localeCompare(other.id, 'en'));
    text = JSON.stringify(JSON.parse(JSON.stringify(rows)));
  }
  return text.length;
}

/** Returns the factor by which the work takes longer here than there, at least 1: by the median of some readings. */
export function slowness() {
  const readings = Array.from({ length: READINGS }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  const median = readings.toSorted((one, other) => one - other)[Math.floor(READINGS / 2)] ?? 0;
  return Math.max(1, median / REFERENCE_MS);
}
