import { ActionIcon } from '@mantine/core';
import { folderOf } from '../../../../ui/forms/dropped-files.ts';
import { Tip } from '../../../../ui/overlays/tip.tsx';
import { Icon } from '../../../../ui/page/icons.tsx';
import { ProgressBar } from '../../../../ui/page/progress-bar.tsx';
import { bytesInWords } from '../../../usage/quota-words.ts';
import type { ChosenFile } from './chosen-files.ts';
import css from './files-form.module.css';

/** A chosen file in a list, with its upload. */
export function ChosenFileRow(props: { chosen: ChosenFile; onRemove: () => void; onStop: () => void }) {
  const { chosen, onRemove, onStop } = props;
  const { file, state, sent, problem } = chosen;
  const isSending = state === 'sending';
  const action = isSending ? 'Stop the upload' : 'Remove';
  return (
    <li className={css['file']}>
      <Icon name={state === 'sent' ? 'check' : 'file'} />
      <div className={css['words']}>
        <span className={css['name']}>{folderOf(file) === '' ? file.name : `${folderOf(file)}/${file.name}`}</span>
        <span className={css['about']} data-problem={problem !== undefined || undefined}>
          {problem ?? aboutOf(chosen)}
        </span>
        {isSending && (
          <ProgressBar label={`Uploading ${file.name}`} done={sent} total={file.size} words={aboutOf(chosen)} />
        )}
      </div>
      {state !== 'sent' && (
        <Tip label={action}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${action}: ${file.name}`}
            onClick={isSending ? onStop : onRemove}
          >
            <Icon name="close" />
          </ActionIcon>
        </Tip>
      )}
    </li>
  );
}

function aboutOf({ file, state, sent }: ChosenFile): string {
  const size = bytesInWords(file.size);
  if (state === 'sending') return `${bytesInWords(sent)} of ${size}`;
  return state === 'sent' ? `${size}, sent` : size;
}
