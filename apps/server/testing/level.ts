/** Whether `npm run test:all` runs: each engine, each size, each screen. */
export const isComplete = process.env['PARLEY_TESTS'] === 'all';
