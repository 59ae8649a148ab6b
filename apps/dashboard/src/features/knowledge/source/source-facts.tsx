import type { KnowledgeSource } from '@parley/sdk';
import { CopyableId } from '../../../ui/code/copy.tsx';
import { ExternalId } from '../../../ui/code/external-id.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { bytesInWords } from '../../usage/quota-words.ts';
import status from '../source-status.module.css';
import { isQuietlyBusy, originOf, progressWords, sizeWords, stateLabels, stateOf, typeFacts } from '../source-words.ts';
import css from './source-facts.module.css';

/** Type, state and size of a source, in one line. */
export function SourceFacts({ source }: { source: KnowledgeSource }) {
  const { _id, externalId, type, name, url, version, bytes, progress, lastSyncedAt } = source;
  const state = stateOf(source);
  const origin = originOf(source);
  // In the place of another fact: one more could wrap the line, and move the list below it.
  const done = state === 'working' && isQuietlyBusy(source) ? progressWords(progress) : undefined;
  return (
    <div className={css['facts']}>
      <span className={status['status']} data-state={state} role="status">
        <span className={status['label']}>{stateLabels[state]}</span>
      </span>
      <span className={css['fact']}>
        <Icon name={typeFacts[type].icon} size={14} />
        {url === null ? (
          [typeFacts[type].label, ...(origin === undefined || origin === name ? [] : [origin])].join(': ')
        ) : (
          <a href={url} target="_blank" rel="noopener nofollow" className={css['link']}>
            {origin}
          </a>
        )}
      </span>
      {version > 0 && (
        <span>
          {sizeWords(source)}, {bytesInWords(bytes)}
        </span>
      )}
      {done !== undefined && <span>{done}</span>}
      {done === undefined && lastSyncedAt !== null && (
        <span>
          Synced <RelativeTime iso={lastSyncedAt} />
        </span>
      )}
      <CopyableId id={_id} what="source ID" />
      <ExternalId id={externalId} />
    </div>
  );
}
