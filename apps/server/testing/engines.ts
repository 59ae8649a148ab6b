import { inject } from 'vitest';
import type { Engine } from '../src/storage/database.ts';

/** The engines of the tests: those in `ENGINES=sqlite,postgres`, or else all that the machine has. */
export const engines: readonly Engine[] = inject('engines') ?? ['sqlite'];
