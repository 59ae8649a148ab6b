import { Button } from '@mantine/core';
import type { KnowledgeSource } from '@parley/sdk';
import { type DragEvent, Suspense, useRef, useState } from 'react';
import { lazyNamed } from '../../../../ui/loading/lazy-named.ts';
import { Icon } from '../../../../ui/page/icons.tsx';
import css from './collection.module.css';
import { Documents } from './documents.tsx';

const AddDocuments = lazyNamed(() => import('./add-documents.tsx').then((module) => module.AddDocuments));

/** The documents of a source of many. Files can be dropped anywhere on them. */
export function Collection({ source, mayWrite }: { source: KnowledgeSource; mayWrite: boolean }) {
  /** The files that were dropped; undefined while none are added. */
  const [dropped, setDropped] = useState<readonly File[]>();
  const { isOver, ...drop } = useDrop(setDropped);
  if (!mayWrite) return <Documents source={source} mayWrite={false} />;
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setDropped([])}>
      Add files
    </Button>
  );
  return (
    <div className={css['collection']} data-over={isOver || undefined} {...drop}>
      <Documents source={source} mayWrite add={add} />
      <Suspense>
        {dropped !== undefined && (
          <AddDocuments sourceId={source._id} dropped={dropped} onClose={() => setDropped(undefined)} />
        )}
      </Suspense>
    </div>
  );
}

/** Takes files that are dropped on an element. */
function useDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  // Each element within sends events of its own.
  const depth = useRef(0);
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');
  const enter = (by: 1 | -1) => (event: DragEvent) => {
    if (!hasFiles(event)) return;
    depth.current += by;
    setOver(depth.current > 0);
  };
  return {
    isOver,
    onDragEnter: enter(1),
    onDragLeave: enter(-1),
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      // The dialog has a place of its own to drop files.
      if (event.currentTarget.contains(event.target as Node)) onFiles([...event.dataTransfer.files]);
    },
  };
}
