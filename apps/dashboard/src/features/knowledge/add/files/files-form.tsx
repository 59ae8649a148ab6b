import { Button } from '@mantine/core';
import { useState } from 'react';
import { fileLimit } from '../../../../api/field-limits.ts';
import { uploadSource } from '../../../../api/upload.ts';
import { useWorkspace } from '../../../../api/workspace.ts';
import { DropZone } from '../../../../ui/forms/drop-zone.tsx';
import bar from '../../../../ui/forms/form-bar.module.css';
import { useLeaveGuard } from '../../../agents/use-leave-guard.ts';
import { counted } from '../../source-words.ts';
import { CancelButton } from '../add-bar.tsx';
import { useNewSource } from '../use-added.ts';
import { ChosenFileRow } from './chosen-file-row.tsx';
import { fileEndings, fileKinds } from './chosen-files.ts';
import css from './files-form.module.css';
import { useUploads } from './use-uploads.ts';

/** Adds files: each becomes a source of its own. */
export function FilesForm({ agentId }: { agentId: string | undefined }) {
  const { workspace } = useWorkspace();
  const { files, isSending, add, remove, stop, sendAll } = useUploads(async ([file], options) =>
    file === undefined ? [] : [await uploadSource(workspace._id, file, options)],
  );
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
        hint={`${fileKinds}, up to ${fileLimit} each. Each file becomes a source of its own; for many, collect them in one.`}
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
            <ChosenFileRow key={each.key} chosen={each} onRemove={() => remove(each.key)} onStop={stop} />
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
