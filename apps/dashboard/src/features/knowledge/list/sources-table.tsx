import type { KnowledgeSource } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import table from '../../../ui/lists/table.module.css';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { SourceStatus } from '../source-status.tsx';
import { counted, originOf, sizeWords, typeFacts } from '../source-words.ts';
import { TypeIcon } from '../type-icon.tsx';
import css from './sources-table.module.css';

/** The sources of a workspace. */
export function SourcesTable({ sources, isStale }: { sources: readonly KnowledgeSource[]; isStale: boolean }) {
  return (
    <div className={`${table['frame']} ${css['frame']}`} data-stale={isStale || undefined}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">Status</th>
            <th scope="col" className={table['wide']}>
              Content
            </th>
            <th scope="col" className={table['wide']}>
              Used by
            </th>
            <th scope="col" className={`${table['wide']} ${table['roomy']}`}>
              Last synced
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <SourceRow key={source._id} source={source} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SourceRow({ source }: { source: KnowledgeSource }) {
  const { _id, type, name, version, error, agentCount, lastSyncedAt } = source;
  const origin = originOf(source);
  const about = [typeFacts[type].label, ...(origin === undefined || origin === name ? [] : [origin])].join(' · ');
  return (
    <tr className={`${table['row']} ${css['row']}`}>
      <td className={table['name']}>
        <div className={css['source']}>
          <TypeIcon type={type} />
          <div className={css['words']}>
            <Link
              to={type === 'qa' ? paths.sourcePairs : paths.source}
              params={{ sourceId: _id }}
              className={`${table['main']} ${css['link']}`}
            >
              {name}
            </Link>
            <span className={table['sub']}>{source.status === 'failed' ? (error?.message ?? about) : about}</span>
          </div>
        </div>
      </td>
      <td>
        <SourceStatus source={source} />
      </td>
      <td className={`${table['quiet']} ${table['wide']}`}>{version === 0 ? 'Nothing yet' : sizeWords(source)}</td>
      <td className={`${table['quiet']} ${table['wide']}`}>
        {agentCount === 0 ? 'No agent' : counted(agentCount, 'agent')}
      </td>
      <td className={`${table['quiet']} ${table['wide']} ${table['roomy']}`}>
        {lastSyncedAt === null ? 'Never' : <RelativeTime iso={lastSyncedAt} />}
      </td>
    </tr>
  );
}
