/**
 * For tests of processes, timeouts and connections, which a starved machine can fail: in continuous integration they may
 * try again. Never for what looks for lost writes, leaks or wrong answers, where one failure in many is a failure.
 */
export const mayTryAgain = { retry: process.env['CI'] === undefined ? 0 : 2 } as const;
