import { Button } from '@mantine/core';
import type { KnowledgeSource } from '@parley/sdk';
import { useRef, useState } from 'react';
import { fileLimit } from '../../../api/field-limits.ts';
import { keepSource } from '../../../api/queries/knowledge-queries.ts';
import { replaceFile } from '../../../api/upload.ts';
import { DropZone } from '../../../ui/forms/drop-zone.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { ProgressBar } from '../../../ui/page/progress-bar.tsx';
import { toastDone } from '../../../ui/toasts/toast.ts';
import { bytesInWords } from '../../usage/quota-words.ts';
import { fileEndings, fileKinds, refusalOf } from '../add/chosen-files.ts';

/** The file of a source, to be replaced by a newer one. */
export function FileField({ source, mayWrite }: { source: KnowledgeSource; mayWrite: boolean }) {
  const { file } = source;
  const [sending, setSending] = useState<{ file: File; sent: number }>();
  const [problem, setProblem] = useState<unknown>();
  const controller = useRef<AbortController>(undefined);
  const send = async (chosen: File) => {
    const refusal = refusalOf(chosen);
    setProblem(refusal === undefined ? undefined : new Error(refusal));
    if (refusal !== undefined) return;
    const own = new AbortController();
    controller.current = own;
    setSending({ file: chosen, sent: 0 });
    try {
      const onProgress = (sent: number) => setSending({ file: chosen, sent });
      keepSource(await replaceFile(source._id, chosen, { onProgress, signal: own.signal }));
      toastDone('File replaced. It is being synced.');
    } catch (error) {
      if (!own.signal.aborted) setProblem(error);
    }
    setSending(undefined);
  };
  return (
    <Section
      title="File"
      lead={
        file === null
          ? undefined
          : `${file.name}, ${bytesInWords(file.bytes)}. If you replace it, agents use the old content until the new file is synced.`
      }
    >
      {problem !== undefined && <ProblemNotice error={problem} />}
      {sending !== undefined && (
        <>
          <p>
            {sending.file.name}: {bytesInWords(sending.sent)} of {bytesInWords(sending.file.size)}
          </p>
          <ProgressBar label={`Uploading ${sending.file.name}`} done={sending.sent} total={sending.file.size} />
          <Button mt="sm" variant="default" onClick={() => controller.current?.abort()}>
            Stop
          </Button>
        </>
      )}
      {mayWrite && sending === undefined && (
        <DropZone
          accept={fileEndings.join(',')}
          hint={`${fileKinds}, up to ${fileLimit}.`}
          onFiles={([chosen]) => chosen !== undefined && void send(chosen)}
        />
      )}
    </Section>
  );
}
