import { inject } from 'vitest';
import type { Engine } from '../../src/storage/database.ts';
import { isComplete } from '../memory/level.ts';

/**
 * The engines of the tests: those in `ENGINES=sqlite,postgres`, or else all that the machine has. For tests in which
 * dialects can differ; their files have the tag `sql`.
 */
export const engines: readonly Engine[] = inject('engines') ?? ['sqlite'];

/** One engine in `npm test`, and each one in `npm run test:all`: for tests of what never reaches SQL. */
export const anyEngine: readonly Engine[] = isComplete ? engines : engines.slice(0, 1);
