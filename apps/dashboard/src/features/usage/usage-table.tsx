import { Anchor } from '@mantine/core';
import type { Usage } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import table from '../../ui/lists/table.module.css';
import { Section } from '../../ui/page/page.tsx';

/** The requests of each key, in figures. */
export function UsageTable({ usage: { keys, total } }: { usage: Usage }) {
  if (keys.length === 0) {
    return (
      <Section title="By key">
        <EmptyState
          icon="key"
          title="No requests in the last 24 hours"
          action={
            <Anchor component={Link} to={paths.keys} underline="always">
              Go to API Keys
            </Anchor>
          }
        >
          The requests of each key appear here.
        </EmptyState>
      </Section>
    );
  }
  return (
    <Section title="By key">
      <div className={table['frame']}>
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col" className={table['end']}>
                Requests, last 24 h
              </th>
              <th scope="col" className={table['end']}>
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map(({ _id, name, lastFour, requests }) => (
              <tr key={_id} className={table['row']}>
                <td className={table['name']}>
                  <span className={table['main']}>{name}</span>
                  <span className={`${table['sub']} ${table['mono']}`}>parley_…{lastFour}</span>
                </td>
                <td className={table['end']}>{requests.toLocaleString('en')}</td>
                <td className={`${table['end']} ${table['quiet']}`}>{Math.round((requests / total) * 100)} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
