import { foundation } from './0001-foundation.ts';
import { usage } from './0002-usage.ts';
import { conversations } from './0003-conversations.ts';
import { statistics } from './0004-statistics.ts';
import { repeats } from './0005-repeats.ts';
import { keptAnswers } from './0006-kept-answers.ts';
import type { Migration } from './migration.ts';

/** Every migration in the order in which it is applied: a map by hand, not a scan of the disk. */
export const migrations: readonly Migration[] = [foundation, usage, conversations, statistics, repeats, keptAnswers];
