import type { ConversationStatistics } from '@parley/sdk';

/** What all totals of statistics have, also those of the playground. */
export type Totals = ConversationStatistics['playground'];

/** The messages of all roles. */
export const said = ({ messages }: Totals): number => messages.user + messages.assistant + messages.human;

/** Whether nothing happened. */
export const isNothing = (totals: Totals): boolean => totals.conversations + said(totals) === 0;
