import type { ConversationStatistics } from '@parley/sdk';
import table from '../../../ui/lists/table.module.css';
import css from './satisfaction-by.module.css';

type By = ConversationStatistics['satisfactionBy'];
type Given = Pick<By['people'][number], 'answered' | 'average' | 'satisfied'>;

/** Max rows of a table: those with most answers. */
const mostRows = 10;

/** The answers of visitors by person and by channel; nothing without any. */
export function SatisfactionBy({ by: { people, channels } }: { by: By }) {
  if (channels.length === 0) return null;
  return (
    <div className={css['tables']}>
      <Answers
        title="Satisfaction by channel"
        column="Channel"
        rows={channels.map(({ channel, name, ...given }) => ({
          ...{ id: channel ?? '', name: name ?? (channel === null ? 'Without a channel' : 'Deleted channel') },
          given,
        }))}
      />
      {people.length > 0 && (
        <Answers
          title="Satisfaction by person"
          column="Person"
          rows={people.map(({ user, name, ...given }) => ({ id: user, name: name ?? 'Removed person', given }))}
        />
      )}
    </div>
  );
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly given: Given;
}

function Answers({ title, column, rows }: { title: string; column: string; rows: readonly Row[] }) {
  return (
    <section aria-label={title} className={css['part']}>
      <h3 className={css['title']}>{title}</h3>
      <div className={table['frame']}>
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              <th scope="col" className={table['end']}>
                Answers
              </th>
              <th scope="col" className={table['end']}>
                Average
              </th>
              <th scope="col" className={table['end']}>
                Satisfied
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, mostRows).map(({ id, name, given: { answered, average, satisfied } }) => (
              <tr key={id}>
                <td className={css['name']}>{name}</td>
                <td className={css['number']}>{answered.toLocaleString('en')}</td>
                <td className={css['number']}>{average?.toFixed(2) ?? '–'}</td>
                <td className={css['number']}>{satisfied === null ? '–' : `${Math.round(satisfied * 100)} %`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > mostRows && <p className={css['more']}>The {mostRows} with most answers.</p>}
    </section>
  );
}
