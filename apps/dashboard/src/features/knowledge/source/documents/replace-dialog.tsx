import type { KnowledgeDocument } from '@parley/sdk';
import { renewSource } from '../../../../api/queries/knowledge-queries.ts';
import { replaceDocument } from '../../../../api/upload.ts';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { toastDone } from '../../../../ui/toasts/toast.ts';
import { FileUpload } from '../file-upload.tsx';

/** Replaces the content of a document by a file. */
export function ReplaceDialog({ document, onClose }: { document: KnowledgeDocument; onClose: () => void }) {
  const { _id: documentId, source: knowledgeSourceId, title } = document;
  return (
    <Dialog onClose={onClose} size={560} title={`Replace “${title}”`}>
      <p>Agents use the old content until the new file is read. External ID and metadata stay.</p>
      <FileUpload
        send={(file, options) => replaceDocument({ knowledgeSourceId, documentId }, file, options)}
        onSent={() => {
          renewSource(knowledgeSourceId);
          toastDone('File replaced. It is being read.');
          onClose();
        }}
      />
    </Dialog>
  );
}
