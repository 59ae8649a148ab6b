import { endpoint } from '../../http/endpoint.ts';
import { Statistics, StatisticsQuery } from './schema.ts';
import type { StatisticsService } from './service.ts';

/** The operation on the statistics of conversations. */
export const statisticsEndpoints = (statistics: StatisticsService) => [
  endpoint({
    id: 'getConversationStatistics',
    client: 'conversations.statistics',
    method: 'GET',
    path: '/api/conversations/statistics',
    access: 'conversations:read',
    tag: 'Conversations',
    summary: 'Count conversations and messages by day, week or month',
    description:
      'Days are in UTC; the last one is today unless `to` says otherwise. Many days are counted by week or month. A message, its feedback and its failure count on the day when it was ' +
      'created. Deleted messages and conversations are not counted.',
    query: StatisticsQuery,
    data: Statistics,
    scans: true,
    errors: ['workspace_not_found'],
    handle: async (call) => ({ data: await statistics.read(call.actor, call.query, call.awaited) }),
  }),
];
