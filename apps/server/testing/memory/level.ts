/** True in `npm run test:all`: each engine, each size, each screen. */
export const isComplete = process.env['PARLEY_TESTS'] === 'all';

/**
 * The part of a long list that one of many subjects tries: one item of `oneIn`, others for the next subject, so that
 * together they try all. `npm run test:all` tries all of them with each.
 */
export const shareOf = <Item>(items: readonly Item[], subject: number, oneIn: number): readonly Item[] =>
  isComplete ? items : items.filter((_, nth) => nth % oneIn === subject % oneIn);
