/** Whether `npm run test:all` runs: each size, each screen, each width. */
export const isComplete = process.env['PARLEY_TESTS'] === 'all';
