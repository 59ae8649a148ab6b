import { Loader, UnstyledButton } from '@mantine/core';
import type { Citation } from '@parley/sdk';
import { Suspense } from 'react';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { Popup } from '../../../ui/overlays/popup.tsx';
import css from './citation-chip.module.css';

const CitationCard = lazyNamed(() => import('./citation-card.tsx').then((module) => module.CitationCard));

/** The number of a citation at its place in a reply; it opens the quote. */
export function CitationChip({ citation, number }: { citation: Citation; number: number }) {
  return (
    <Popup
      label={`Source ${number}`}
      width={340}
      position="bottom"
      content={() => (
        <Suspense fallback={<Loader size="xs" />}>
          <CitationCard citation={citation} number={number} />
        </Suspense>
      )}
    >
      <UnstyledButton
        component="button"
        type="button"
        className={css['chip']}
        aria-label={`Source ${number}: ${citation.title}`}
      >
        {number}
      </UnstyledButton>
    </Popup>
  );
}
