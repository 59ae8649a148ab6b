import { inject } from 'vitest';
import type { Engine } from '../src/storage/database.ts';

/** The engines that the tests run on: `ENGINES=sqlite,postgres` names them; unset, what the machine has. */
export const engines: readonly Engine[] = inject('engines') ?? ['sqlite'];
