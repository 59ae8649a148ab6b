/** Maximum requests of a bulk action at the same time. */
const atOnce = 4;

/** Outcome of a bulk action: the results, and the failures. */
export interface Outcome<Item, Result> {
  readonly done: readonly { readonly item: Item; readonly result: Result }[];
  readonly failed: readonly { readonly item: Item; readonly error: unknown }[];
}

/** Does the same for each item, some at once; a failure doesn't keep the others from it. */
export async function forEach<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  onProgress: (finished: number) => void,
): Promise<Outcome<Item, Result>> {
  const done: { item: Item; result: Result }[] = [];
  const failed: { item: Item; error: unknown }[] = [];
  const left = items.values();
  const work = async () => {
    for (const item of left) {
      try {
        done.push({ item, result: await act(item) });
      } catch (error) {
        failed.push({ item, error });
      }
      onProgress(done.length + failed.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { done, failed };
}
