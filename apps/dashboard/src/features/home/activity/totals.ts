import type { ConversationStatistics } from '@parley/sdk';

/** Fields of all totals of statistics, including those of the playground. */
export type Totals = ConversationStatistics['playground'];

/** The messages of all roles. */
export const said = ({ messages }: Totals): number => messages.user + messages.assistant + messages.human;

/** True if nothing happened. */
export const isNothing = (totals: Totals): boolean => totals.conversations + said(totals) === 0;
