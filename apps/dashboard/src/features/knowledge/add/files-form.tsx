import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { fileLimit } from '../../../api/field-limits.ts';
import { DropZone } from '../../../ui/forms/drop-zone.tsx';
import bar from '../../../ui/forms/form-bar.module.css';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { ProgressBar } from '../../../ui/page/progress-bar.tsx';
import { useLeaveGuard } from '../../agents/use-leave-guard.ts';
import { bytesInWords } from '../../usage/quota-words.ts';
import { counted } from '../source-words.ts';
import { CancelButton } from './add-bar.tsx';
import { type ChosenFile, fileEndings, fileKinds } from './chosen-files.ts';
import css from './files-form.module.css';
import { useNewSource } from './use-added.ts';
import { useUploads } from './use-uploads.ts';

/** Adds files: each becomes a source of its own. */
export function FilesForm({ agentId }: { agentId: string | undefined }) {
  const { files, isSending, add, remove, stop, sendAll } = useUploads();
  const { attach, show } = useNewSource(agentId);
  const [hasTried, setTried] = useState(false);
  const toSend = files.filter(({ state }) => state === 'chosen' || state === 'failed');
  const leave = useLeaveGuard(toSend.length > 0 || isSending);
  const submit = async () => {
    setTried(true);
    if (toSend.length === 0) return;
    const made = await sendAll();
    await attach(made);
    // A file that failed stays in the list, with the reason.
    if (made.length < toSend.length) return;
    leave.allow();
    await show(made);
  };
  return (
    <form
      noValidate
      aria-label="Upload files"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void submit();
      }}
    >
      <DropZone
        accept={fileEndings.join(',')}
        multiple
        disabled={isSending}
        hint={`${fileKinds}, up to ${fileLimit} each. Each file becomes a source of its own.`}
        onFiles={add}
      />
      {hasTried && files.length === 0 && (
        <p className={css['missing']} role="alert">
          Choose at least one file.
        </p>
      )}
      {files.length > 0 && (
        <ul className={css['files']} aria-label="Chosen files">
          {files.map((each) => (
            <FileRow key={each.key} chosen={each} onRemove={() => remove(each.key)} onStop={stop} />
          ))}
        </ul>
      )}
      <div className={bar['bar']}>
        <span className={bar['state']} role="status">
          {isSending ? `${files.filter(({ state }) => state === 'sent').length} of ${files.length} sent` : ''}
        </span>
        <CancelButton agentId={agentId} />
        <Button type="submit" loading={isSending}>
          {toSend.length === 0 ? 'Upload' : `Upload ${counted(toSend.length, 'file')}`}
        </Button>
      </div>
    </form>
  );
}

function FileRow(props: { chosen: ChosenFile; onRemove: () => void; onStop: () => void }) {
  const { chosen, onRemove, onStop } = props;
  const { file, state, sent, problem } = chosen;
  const isSending = state === 'sending';
  const action = isSending ? 'Stop the upload' : 'Remove';
  return (
    <li className={css['file']}>
      <Icon name={state === 'sent' ? 'check' : 'file'} />
      <div className={css['words']}>
        <span className={css['name']}>{file.name}</span>
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
