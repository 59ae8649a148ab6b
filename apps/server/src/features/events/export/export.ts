import type { Actor } from '../../../access/actor.ts';
import type { Slots } from '../../../access/limits/slots.ts';
import { type Lasting, withSlot } from '../../../access/limits/with-slot.ts';
import type { RecordEvent } from '../../../events/happening.ts';
import type { Database } from '../../../storage/database.ts';
import { csvOf } from '../../../text/csv/csv.ts';
import type { EventLog, Wanted } from '../log.ts';
import { type SelectionNeeds, select } from '../selection.ts';
import { present, type ShownEvent } from '../shown/present.ts';
import type { EventExportQuery } from './export-schema.ts';

/** Events that are read at once: they are all that an export holds. */
const page = 50;

/** Dependencies of exports. */
export interface ExportNeeds extends Pick<SelectionNeeds, 'accountOf'> {
  readonly db: Database;
  readonly log: Pick<EventLog, 'after' | 'last'>;
  readonly slots: Slots;
  readonly record: RecordEvent;
}

/** An export as a file whose text is generated while it is read. */
interface ExportFile {
  readonly contentType: string;
  readonly fileName: string;
  readonly parts: AsyncIterable<string>;
}

/**
 * Exports the chosen events that there are now, the oldest first, page by page, under a slot of each account whose
 * workspaces are read. An event tells of it before the first byte, and is a part of it if it is chosen itself.
 */
export async function exportEvents(
  { db, log, slots, record, accountOf }: ExportNeeds,
  actor: Actor,
  { format, ...filters }: EventExportQuery,
): Promise<Lasting<{ readonly text: ExportFile }>> {
  const wanted = await select(actor, filters, accountOf);
  const { account, within } = wanted;
  return withSlot(slots.take(actor, within?.workspaces ?? [], 'exports'), async () => {
    // A key that is bound to a workspace reads that alone.
    const workspace = filters.workspaceId ?? (within?.own === true ? undefined : within?.workspaces[0]);
    const data = { kind: 'events', format, filters };
    await db.write({ event: record(actor, { type: 'export.created', account, workspace, data }) });
    const pages = pagesOf({ db, log }, wanted, await log.last(account));
    const isCsv = format === 'csv';
    return {
      text: {
        contentType: isCsv ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
        fileName: `events.${format}`,
        parts: isCsv ? csv(pages) : jsonLines(pages),
      },
    };
  });
}

/** Reads events through a position. */
async function* pagesOf(
  { db, log }: Pick<ExportNeeds, 'db' | 'log'>,
  wanted: Wanted,
  through: number,
): AsyncGenerator<readonly ShownEvent[]> {
  for (let after = 0, isMore = true; isMore; ) {
    const found = await log.after(wanted, after, page);
    const events = found.events.filter(({ position }) => Number(position) <= through);
    if (events.length > 0) yield await present(db, events);
    after = found.through;
    isMore = found.more && after < through;
  }
}

const lineOf = (event: ShownEvent): string => `${JSON.stringify(event)}\n`;

async function* jsonLines(pages: AsyncIterable<readonly ShownEvent[]>): AsyncGenerator<string> {
  for await (const events of pages) yield events.map(lineOf).join('');
}

const head = csvOf([
  [
    ...['_id', 'createdAt', 'type', 'workspace', 'actor.kind', 'actor.id', 'actor.name', 'actor.hint', 'actor.user'],
    ...['actor.channel', 'address', 'client', 'requestId', 'data', 'changes'],
  ],
]);

const rowOf = ({ actor, ...event }: ShownEvent) => [
  ...[event._id, event.createdAt, event.type, event.workspace],
  ...[actor.kind, actor.id, actor.name, actor.hint, actor.user, actor.channel],
  ...[event.address, event.client, event.requestId, JSON.stringify(event.data), JSON.stringify(event.changes)],
];

async function* csv(pages: AsyncIterable<readonly ShownEvent[]>): AsyncGenerator<string> {
  yield head;
  for await (const events of pages) yield csvOf(events.map(rowOf));
}

/** Examples of an export of one event, by media type; for the API document. */
export const exportExamples = (event: () => ShownEvent) => ({
  'application/jsonl': () => lineOf(event()),
  'text/csv': () => head + csvOf([rowOf(event())]),
});
