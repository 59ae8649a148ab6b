import { UnstyledButton } from '@mantine/core';
import table from '../../ui/lists/table.module.css';
import { RelativeTime } from '../../ui/time/time.tsx';
import { Actor } from './actor.tsx';
import type { LoggedEvent } from './event-queries.ts';
import { wordsOf } from './event-words.ts';
import css from './events.module.css';
import { ObjectName } from './object-name.tsx';

/** Events, newest first. `technical` shows types in place of words. */
export function EventsTable(props: {
  events: readonly LoggedEvent[];
  technical?: boolean;
  onOpen: (event: LoggedEvent) => void;
}) {
  const { events, technical = false, onOpen } = props;
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col" className={table['wide']}>
              Time
            </th>
            <th scope="col">{technical ? 'Event' : 'What'}</th>
            <th scope="col" className={table['wide']}>
              Who
            </th>
            <th scope="col" className={table['roomy']}>
              Address
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event._id} className={`${table['row']} ${css['row']}`}>
              <td className={`${table['quiet']} ${table['wide']} ${css['time']}`}>
                <span className={css['above']}>
                  <RelativeTime iso={event.createdAt} />
                </span>
              </td>
              <td className={css['what']}>
                <UnstyledButton className={css['open']} onClick={() => onOpen(event)}>
                  {technical ? <span className={css['type']}>{event.type}</span> : <Sentence event={event} />}
                </UnstyledButton>
                {technical && (
                  <span className={css['about']}>
                    <ObjectName event={event} />
                  </span>
                )}
                <span className={`${table['sub']} ${table['slim']}`}>
                  <Actor actor={event.actor} /> · <RelativeTime iso={event.createdAt} />
                </span>
              </td>
              <td className={`${table['wide']} ${css['who']}`}>
                <Actor actor={event.actor} />
              </td>
              <td className={`${table['quiet']} ${table['roomy']}`}>{event.address ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The words of an event, without its actor: `Changed the agent Support`. */
function Sentence({ event }: { event: LoggedEvent }) {
  const { did } = wordsOf(event);
  return (
    <>
      {`${did.charAt(0).toUpperCase()}${did.slice(1)}`} <ObjectName event={event} />
    </>
  );
}
