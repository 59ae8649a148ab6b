/**
 * The number of shown items of each kind, if at most `room` are: each kind that has some gets one, in turn, until there
 * is no room. So a hundred of one kind never hide the only one of another.
 */
export function shareOf(counts: readonly number[], room: number): number[] {
  const shares = counts.map(() => 0);
  for (let left = room, isDone = false; left > 0 && !isDone; ) {
    isDone = true;
    counts.forEach((count, kind) => {
      const share = shares[kind] ?? 0;
      if (left === 0 || share >= count) return;
      shares[kind] = share + 1;
      left -= 1;
      isDone = false;
    });
  }
  return shares;
}
