import { type DragEvent, useRef, useState } from 'react';
import { toastProblem } from '../toasts/toast.ts';
import { droppedFiles } from './dropped-files.ts';

/** Takes files and folders that are dropped on an element; returns its handlers, and whether files are over it. */
export function useDrop(onFiles: (files: readonly File[]) => void) {
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
    handlers: {
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
        // A dialog of the element has a place of its own to drop files.
        if (event.currentTarget.contains(event.target as Node))
          droppedFiles(event.dataTransfer).then(onFiles, toastProblem);
      },
    },
  };
}
