import { endpoint } from '../../../http/endpoint.ts';
import { exampleOf } from '../../../http/openapi/examples.ts';
import { eventSchemas } from '../schema.ts';
import type { ShownEvent } from '../shown/present.ts';
import { type ExportNeeds, exportEvents, exportExamples } from './export.ts';
import { EventExportQuery } from './export-schema.ts';

/** The export of events. */
export const exportEndpoints = (needs: ExportNeeds) => [
  endpoint({
    id: 'exportEvents',
    client: 'events.export',
    method: 'GET',
    path: '/api/events/export',
    access: 'workspace:admin',
    tag: 'Events',
    summary: 'Export events, as JSON Lines or CSV',
    description:
      'Streams the events that there are when it begins, the oldest first; the size is not limited. The export is an ' +
      'event itself, `export.created`. In CSV, `data` and `changes` are JSON. For admins only.',
    query: EventExportQuery,
    data: 'text',
    texts: exportExamples(() => exampleOf(eventSchemas['agent.updated']) as ShownEvent),
    patient: true,
    errors: ['workspace_not_found', 'too_many_concurrent'],
    handle: ({ actor, query }) => exportEvents(needs, actor, query),
  }),
];
