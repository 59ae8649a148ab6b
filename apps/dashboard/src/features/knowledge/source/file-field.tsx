import type { KnowledgeSource } from '@parley/sdk';
import { keepSource } from '../../../api/queries/knowledge-queries.ts';
import { replaceFile } from '../../../api/upload.ts';
import { Section } from '../../../ui/page/page.tsx';
import { toastDone } from '../../../ui/toasts/toast.ts';
import { bytesInWords } from '../../usage/quota-words.ts';
import { FileUpload } from './file-upload.tsx';

/** The file of a source, to be replaced by a newer one. */
export function FileField({ source, mayWrite }: { source: KnowledgeSource; mayWrite: boolean }) {
  const { file } = source;
  return (
    <Section
      title="File"
      lead={
        file === null
          ? undefined
          : `${file.name}, ${bytesInWords(file.bytes)}. If you replace it, agents use the old content until the new file is synced.`
      }
    >
      {mayWrite && (
        <FileUpload
          send={(chosen, options) => replaceFile(source._id, chosen, options)}
          onSent={(changed) => {
            keepSource(changed);
            toastDone('File replaced. It is being synced.');
          }}
        />
      )}
    </Section>
  );
}
