/** A list with two of its items in each other's place. */
export function swapped<Item>(items: readonly Item[], one: number, other: number): Item[] {
  const place = (index: number) => (index === one ? other : index === other ? one : index);
  return items.map((item, index) => items[place(index)] ?? item);
}
