import { Button } from '@mantine/core';
import type { KnowledgeSource } from '@parley/sdk';
import { Suspense, useState } from 'react';
import { useDrop } from '../../../../ui/forms/use-drop.ts';
import { lazyNamed } from '../../../../ui/loading/lazy-named.ts';
import { Icon } from '../../../../ui/page/icons.tsx';
import css from './collection.module.css';
import { Documents } from './documents.tsx';

const AddDocuments = lazyNamed(() => import('./add-documents.tsx').then((module) => module.AddDocuments));

/** The documents of a source of many. Files can be dropped anywhere on them. */
export function Collection({ source, mayWrite }: { source: KnowledgeSource; mayWrite: boolean }) {
  /** The files that were dropped; undefined while none are added. */
  const [dropped, setDropped] = useState<readonly File[]>();
  const { isOver, handlers } = useDrop(setDropped);
  if (!mayWrite) return <Documents source={source} mayWrite={false} />;
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setDropped([])}>
      Add files
    </Button>
  );
  return (
    <div className={css['collection']} data-over={isOver || undefined} {...handlers}>
      <Documents source={source} mayWrite add={add} />
      <Suspense>
        {dropped !== undefined && (
          <AddDocuments sourceId={source._id} dropped={dropped} onClose={() => setDropped(undefined)} />
        )}
      </Suspense>
    </div>
  );
}
