import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { fileLimit } from '../../../api/field-limits.ts';
import type { UploadOptions } from '../../../api/upload.ts';
import { DropZone } from '../../../ui/forms/drop-zone.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { ProgressBar } from '../../../ui/page/progress-bar.tsx';
import { bytesInWords } from '../../usage/quota-words.ts';
import { fileEndings, fileKinds, refusalOf } from '../add/files/chosen-files.ts';

/** A place for one file, which is sent as soon as it is chosen. If it goes away, so does the upload. */
export function FileUpload<Sent>(props: {
  send: (file: File, options: UploadOptions) => Promise<Sent>;
  onSent: (sent: Sent) => void;
}) {
  const { send, onSent } = props;
  const [sending, setSending] = useState<{ file: File; sent: number }>();
  const [problem, setProblem] = useState<unknown>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const start = async (chosen: File) => {
    const refusal = refusalOf(chosen);
    setProblem(refusal === undefined ? undefined : new Error(refusal));
    if (refusal !== undefined) return;
    const own = new AbortController();
    controller.current = own;
    setSending({ file: chosen, sent: 0 });
    try {
      const onProgress = (sent: number) => setSending({ file: chosen, sent });
      onSent(await send(chosen, { onProgress, signal: own.signal }));
    } catch (error) {
      if (!own.signal.aborted) setProblem(error);
    }
    setSending(undefined);
  };
  return (
    <>
      {problem !== undefined && <ProblemNotice error={problem} />}
      {sending === undefined ? (
        <DropZone
          accept={fileEndings.join(',')}
          hint={`${fileKinds}, up to ${fileLimit}.`}
          onFiles={([chosen]) => chosen !== undefined && void start(chosen)}
        />
      ) : (
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
    </>
  );
}
