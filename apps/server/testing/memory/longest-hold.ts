/** The processor time that this process has taken, in ms: unlike a clock, it stands still while other processes run. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs work and returns the longest time, in ms of the processor, for which it held the event loop. */
export async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = processorTime();
  let next: NodeJS.Immediate;
  const look = () => {
    const time = processorTime();
    longest = Math.max(longest, time - last);
    last = time;
    next = setImmediate(look);
  };
  next = setImmediate(look);
  await work().finally(() => {
    longest = Math.max(longest, processorTime() - last);
    clearImmediate(next);
  });
  return longest;
}

/** The least of several readings of the longest hold: whatever else the process does only adds to it. */
export async function leastHold(work: () => Promise<unknown>, readings = 5): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let reading = 0; reading < readings; reading += 1) least = Math.min(least, await longestHold(work));
  return least;
}
