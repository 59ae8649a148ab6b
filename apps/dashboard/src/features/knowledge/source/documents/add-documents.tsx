import { Button, Group } from '@mantine/core';
import { useRef } from 'react';
import { fileLimit } from '../../../../api/field-limits.ts';
import { renewSource } from '../../../../api/queries/knowledge-queries.ts';
import { uploadDocuments } from '../../../../api/upload.ts';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { DropZone } from '../../../../ui/forms/drop-zone.tsx';
import { folderOf } from '../../../../ui/forms/dropped-files.ts';
import { toastDone } from '../../../../ui/toasts/toast.ts';
import { ChosenFileRow } from '../../add/files/chosen-file-row.tsx';
import { fileEndings, fileKinds } from '../../add/files/chosen-files.ts';
import files from '../../add/files/files-form.module.css';
import { useUploads } from '../../add/files/use-uploads.ts';
import { counted } from '../../source-words.ts';
import css from './add-documents.module.css';

/** Adds files to a source of documents. `dropped` are those that are chosen already. */
export function AddDocuments(props: { sourceId: string; dropped: readonly File[]; onClose: () => void }) {
  const { sourceId, dropped, onClose } = props;
  const uploads = useUploads(
    (together, options) => {
      const [first] = together;
      return uploadDocuments(sourceId, { files: together, folder: first ? folderOf(first) : '' }, options);
    },
    { chosen: dropped, batch: true },
  );
  const { isSending, add, remove, stop, end, sendAll } = uploads;
  const isOpen = useRef(true);
  const toSend = uploads.files.filter(({ state }) => state === 'chosen' || state === 'failed');
  const sent = uploads.files.filter(({ state }) => state === 'sent').length;
  const close = () => {
    isOpen.current = false;
    end();
    onClose();
  };
  const submit = async () => {
    const made = await sendAll();
    if (made.length > 0) {
      renewSource(sourceId);
      toastDone(`${counted(made.length, 'document')} added.`);
    }
    // A file that failed stays in the list, with the reason.
    if (made.length === toSend.length && isOpen.current) onClose();
  };
  return (
    <Dialog onClose={close} size={620} title="Add files" closeOnClickOutside={uploads.files.length === 0}>
      <form
        noValidate
        aria-label="Add files"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) void submit();
        }}
      >
        <DropZone
          accept={fileEndings.join(',')}
          multiple
          disabled={isSending}
          hint={`${fileKinds}, up to ${fileLimit} each.`}
          onFiles={add}
        />
        {uploads.files.length > 0 && (
          <ul className={`${files['files']} ${css['files']}`} aria-label="Chosen files">
            {uploads.files.map((each) => (
              <ChosenFileRow key={each.key} chosen={each} onRemove={() => remove(each.key)} onStop={stop} />
            ))}
          </ul>
        )}
        <Group justify="flex-end" mt="md">
          <span className={css['state']} role="status">
            {isSending ? `${sent} of ${uploads.files.length} sent` : ''}
          </span>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending} disabled={toSend.length === 0}>
            {toSend.length === 0 ? 'Add' : `Add ${counted(toSend.length, 'file')}`}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
