import { useReducer, useRef, useState } from 'react';
import { toProblem } from '../../../api/errors.ts';
import type { UploadOptions } from '../../../api/upload.ts';
import { type ChosenFile, choose } from './chosen-files.ts';

type Change =
  | { readonly type: 'added'; readonly files: readonly File[] }
  | { readonly type: 'removed'; readonly key: number }
  | { readonly type: 'news'; readonly key: number; readonly news: Partial<ChosenFile> };

function reduce(files: readonly ChosenFile[], change: Change): readonly ChosenFile[] {
  if (change.type === 'added') return choose(files, change.files);
  if (change.type === 'removed') return files.filter(({ key }) => key !== change.key);
  return files.map((each) => (each.key === change.key ? { ...each, ...change.news } : each));
}

/** The chosen files, and their upload one after the other by a function that returns what each has become. */
export function useUploads<Made>(
  upload: (file: File, options: UploadOptions) => Promise<Made>,
  chosen: readonly File[] = [],
) {
  const [files, dispatch] = useReducer(reduce, choose([], chosen));
  const [isSending, setSending] = useState(false);
  const current = useRef<AbortController>(undefined);
  const isEnded = useRef(false);

  const send = async ({ key, file }: ChosenFile): Promise<Made | undefined> => {
    const tell = (news: Partial<ChosenFile>) => dispatch({ type: 'news', key, news });
    tell({ state: 'sending', sent: 0 });
    const controller = new AbortController();
    current.current = controller;
    try {
      const options = { onProgress: (sent: number) => tell({ sent }), signal: controller.signal };
      const made = await upload(file, options);
      tell({ state: 'sent', sent: file.size });
      return made;
    } catch (error) {
      const { message, hint = '' } = toProblem(error);
      tell({ state: 'failed', problem: controller.signal.aborted ? 'Stopped.' : `${message} ${hint}`.trim() });
      return undefined;
    }
  };
  return {
    files,
    isSending,
    add: (added: readonly File[]) => dispatch({ type: 'added', files: added }),
    remove: (key: number) => dispatch({ type: 'removed', key }),
    /** Stops the upload of the current file. */
    stop: () => current.current?.abort(),
    /** Stops the current upload, and starts no other. */
    end: () => {
      isEnded.current = true;
      current.current?.abort();
    },
    /** Sends the files that have not been sent; returns what they have become. */
    sendAll: async (): Promise<Made[]> => {
      setSending(true);
      const made: Made[] = [];
      for (const file of files) {
        if (isEnded.current) break;
        if (file.state !== 'chosen' && file.state !== 'failed') continue;
        const one = await send(file);
        if (one !== undefined) made.push(one);
      }
      setSending(false);
      return made;
    },
  };
}
