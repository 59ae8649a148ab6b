import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { Icon } from '../page/icons.tsx';

import { toastProblem } from '../toasts/toast.ts';
import css from './drop-zone.module.css';
import { droppedFiles } from './dropped-files.ts';

/** A place to drop files on, with a button that chooses them. `accept` lists the endings, as in HTML. */
export function DropZone(props: {
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  /** The accepted files and their limits. */
  hint: string;
  onFiles: (files: readonly File[]) => void;
}) {
  const { accept, multiple = false, disabled = false, hint, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: readonly File[]) => {
    if (files.length > 0 && !disabled) onFiles(multiple ? files : files.slice(0, 1));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for the keyboard.
    <div
      className={css['zone']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        droppedFiles(event.dataTransfer).then(take, toastProblem);
      }}
    >
      <span className={css['icon']}>
        <Icon name="upload" size={20} />
      </span>
      <span className={css['words']}>{multiple ? 'Drop files or a folder here, or' : 'Drop a file here, or'}</span>
      <Button variant="default" disabled={disabled} onClick={() => input.current?.click()}>
        {multiple ? 'Choose files' : 'Choose a file'}
      </Button>
      <span className={css['hint']}>{hint}</span>
      <input
        ref={input}
        type="file"
        aria-label={multiple ? 'Files to upload' : 'File to upload'}
        className={css['input']}
        tabIndex={-1}
        accept={accept}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])]);
          // So that the same file can be chosen again after it was removed.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
