import { Loader, Popover, UnstyledButton } from '@mantine/core';
import type { Citation } from '@parley/sdk';
import { Suspense, useState } from 'react';
import { lazyNamed } from '../../ui/lazy-named.ts';
import css from './citation-chip.module.css';

const CitationCard = lazyNamed(() => import('./citation-card.tsx').then((module) => module.CitationCard));

/** The number of a citation at its place in a reply; it opens the quote. */
export function CitationChip({ citation, number }: { citation: Citation; number: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={340}
      position="bottom"
      shadow="md"
      trapFocus
      returnFocus
      radius="md"
      middlewares={{ flip: true, shift: { padding: 12 } }}
    >
      <Popover.Target>
        <UnstyledButton
          component="button"
          type="button"
          className={css['chip']}
          aria-label={`Source ${number}: ${citation.title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {number}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Source ${number}`} maw="calc(100vw - 24px)">
        <Suspense fallback={<Loader size="xs" />}>
          <CitationCard citation={citation} number={number} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
