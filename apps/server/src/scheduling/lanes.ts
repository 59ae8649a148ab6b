/**
 * Things that wait in lanes, one for each account or network. Lanes take turns, so that a long one delays only itself.
 */
export interface Lanes<Item> {
  /** Puts something at the end of a lane. */
  add(lane: string, item: Item): void;
  /** Takes the first item of the next lane in turn for which `mayGo` is true; undefined if there is no such item. */
  next(mayGo?: (lane: string) => boolean): Item | undefined;
  /** Takes something out of its lane, wherever it stands; returns whether it was there. */
  remove(lane: string, item: Item): boolean;
  /** Takes the newest thing of the longest lane, if that has more than `length`. */
  takeNewest(length: number): Item | undefined;
  /** Number of items that wait in a lane, and in all of them. */
  lengthOf(lane: string): number;
  size(): number;
}

/** Creates lanes without anything in them. An empty lane takes no memory. */
export function createLanes<Item>(): Lanes<Item> {
  /** The items that wait, by lane in the order of their turns. */
  const lanes = new Map<string, Item[]>();
  let size = 0;

  const left = (lane: string, items: readonly Item[]) => {
    size -= 1;
    if (items.length === 0) lanes.delete(lane);
  };

  return {
    add(lane, item) {
      const items = lanes.get(lane);
      if (items === undefined) lanes.set(lane, [item]);
      else items.push(item);
      size += 1;
    },
    next(mayGo) {
      for (const [lane, items] of lanes) {
        if (mayGo?.(lane) === false) continue;
        const item = items.shift();
        // The lane's next turn comes after those of all others.
        lanes.delete(lane);
        lanes.set(lane, items);
        left(lane, items);
        return item;
      }
      return undefined;
    },
    remove(lane, item) {
      const items = lanes.get(lane) ?? [];
      const at = items.indexOf(item);
      if (at < 0) return false;
      items.splice(at, 1);
      left(lane, items);
      return true;
    },
    takeNewest(length) {
      let longest: [string, Item[]] | undefined;
      for (const each of lanes) if (each[1].length > (longest?.[1].length ?? length)) longest = each;
      if (longest === undefined) return undefined;
      const newest = longest[1].pop();
      left(...longest);
      return newest;
    },
    lengthOf: (lane) => lanes.get(lane)?.length ?? 0,
    size: () => size,
  };
}

/**
 * Runs work when it is its lane's turn; settles as the work does. The work makes room for the next one when it ends, or
 * earlier: when it calls `leave`, because from then on it only waits.
 */
export type Gate = <Result>(lane: string, work: (leave: () => void) => Promise<Result>) => Promise<Result>;

/** Creates a gate that bounds the simultaneous work, of all lanes and of one. */
export function createGate({ atOnce, ofOne }: { readonly atOnce: number; readonly ofOne: number }): Gate {
  const waiting = createLanes<() => void>();
  const running = createCounts();
  const mayGo = (lane: string) => running.of(lane) < ofOne;

  return (lane, work) =>
    new Promise((resolve, reject) => {
      const start = () => {
        let isInside = true;
        const leave = () => {
          if (!isInside) return;
          isInside = false;
          running.add(lane, -1);
          waiting.next(mayGo)?.();
        };
        running.add(lane, 1);
        work(leave).then(resolve, reject).finally(leave);
      };
      if (running.total() < atOnce && mayGo(lane)) start();
      else waiting.add(lane, start);
    });
}

/** Counts by lane, and of all lanes. A lane whose count is zero takes no memory. */
export function createCounts() {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    of: (lane: string): number => counts.get(lane) ?? 0,
    total: (): number => total,
    add: (lane: string, change: 1 | -1): void => {
      const count = (counts.get(lane) ?? 0) + change;
      total += change;
      if (count === 0) counts.delete(lane);
      else counts.set(lane, count);
    },
  };
}
