import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyableId } from '../../ui/code/copy.tsx';
import { Snippet } from '../../ui/code/snippet.tsx';
import { useFocusBack } from '../../ui/focus/last-focus.ts';
import { RelativeTime } from '../../ui/time/time.tsx';
import { Actor, actorName } from './actor.tsx';
import { sidesOf } from './change-words.ts';
import type { FieldChange, LoggedEvent } from './event-queries.ts';
import { wordsOf } from './event-words.ts';
import css from './events.module.css';
import { linkTo, ObjectName } from './object-name.tsx';

/** One event: who did what, each field before and after, where the request came from, and its JSON. */
export function EventPanel({ event, onClose }: { event: LoggedEvent; onClose: () => void }) {
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={600}
      title={`${actorName(event.actor)} ${wordsOf(event).did}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Facts event={event} />
      {event.changes.length > 0 && <Changes changes={event.changes} />}
      <h3 className={css['heading']}>JSON</h3>
      <Snippet label="event" code={JSON.stringify(event, null, 2)} wrap />
    </Drawer>
  );
}

function Facts({ event }: { event: LoggedEvent }) {
  const { _id, type, createdAt, actor, address, client, requestId } = event;
  return (
    <dl className={css['facts']}>
      <Fact label="Type">
        <span className={css['type']}>{type}</span>
      </Fact>
      <Fact label="About">
        <ObjectName event={event} /> {linkTo(event, 'Open')}
      </Fact>
      <Fact label="Time">
        <RelativeTime iso={createdAt} />
      </Fact>
      <Fact label="Who">
        <Actor actor={actor} />
      </Fact>
      {actor.id !== actor.kind && (
        <Fact label="Actor ID">
          <CopyableId id={actor.id} what="actor ID" />
        </Fact>
      )}
      <Fact label="Address">{address ?? 'None: no request'}</Fact>
      <Fact label="Client">{client ?? 'Unknown'}</Fact>
      {requestId !== null && (
        <Fact label="Request">
          <CopyableId id={requestId} what="request ID" />
        </Fact>
      )}
      <Fact label="Event">
        <CopyableId id={_id} what="event ID" />
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css['fact']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <>
      <h3 className={css['heading']}>Changes</h3>
      <table className={css['changes']}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => {
            const { old, next } = sidesOf(change);
            return (
              <tr key={change.field}>
                <th scope="row">{change.field}</th>
                <td data-side="before" data-quiet={old.isQuiet || undefined} dir="auto">
                  {old.text}
                </td>
                <td data-side="after" data-quiet={next.isQuiet || undefined} dir="auto">
                  {next.text}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
