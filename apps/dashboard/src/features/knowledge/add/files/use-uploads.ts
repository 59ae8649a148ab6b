import { useReducer, useRef, useState } from 'react';
import { toProblem } from '../../../../api/errors.ts';
import type { UploadOptions } from '../../../../api/upload.ts';
import { folderOf } from '../../../../ui/forms/dropped-files.ts';
import { batchesOf, sentOfEach } from './batches.ts';
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

/** Statuses of a refusal that another request may not share: what was sent is wrong. */
const refused = new Set([400, 413, 415, 422]);

/** Sends files in one request, and returns what they have become. */
type Upload<Made> = (files: readonly File[], options: UploadOptions) => Promise<readonly Made[]>;

/** The chosen files, and their upload, request after request. With `batch` a request may have several. */
export function useUploads<Made>(
  upload: Upload<Made>,
  { chosen = [], batch = false }: { chosen?: readonly File[]; batch?: boolean } = {},
) {
  const [files, dispatch] = useReducer(reduce, choose([], chosen));
  const [isSending, setSending] = useState(false);
  const current = useRef<AbortController>(undefined);
  const isEnded = useRef(false);

  const send = async (together: readonly ChosenFile[]): Promise<readonly Made[]> => {
    const tell = (news: (index: number) => Partial<ChosenFile>) => {
      for (const [index, { key }] of together.entries()) dispatch({ type: 'news', key, news: news(index) });
    };
    tell(() => ({ state: 'sending', sent: 0 }));
    const controller = new AbortController();
    current.current = controller;
    try {
      const onProgress = (sent: number) => {
        const each = sentOfEach(together, sent);
        tell((index) => ({ sent: each[index] ?? 0 }));
      };
      const sent = together.map(({ file }) => file);
      const made = await upload(sent, { onProgress, signal: controller.signal });
      tell((index) => ({ state: 'sent', sent: sent[index]?.size ?? 0 }));
      return made;
    } catch (error) {
      // One of them may be the reason, so each is tried alone.
      if (together.length > 1 && refused.has((error as { status?: number }).status ?? 0))
        return sendEach(together.map((each) => [each]));
      const { message, hint = '' } = toProblem(error);
      tell(() => ({ state: 'failed', problem: controller.signal.aborted ? 'Stopped.' : `${message} ${hint}`.trim() }));
      return [];
    }
  };
  const sendEach = async (batches: readonly (readonly ChosenFile[])[]): Promise<readonly Made[]> => {
    const made: Made[] = [];
    for (const together of batches) if (!isEnded.current) made.push(...(await send(together)));
    return made;
  };
  return {
    files,
    isSending,
    add: (added: readonly File[]) => dispatch({ type: 'added', files: added }),
    remove: (key: number) => dispatch({ type: 'removed', key }),
    /** Stops the current request. */
    stop: () => current.current?.abort(),
    /** Stops the current upload, and starts no other. */
    end: () => {
      isEnded.current = true;
      current.current?.abort();
    },
    /** Sends the files that have not been sent; returns what they have become. */
    sendAll: async (): Promise<readonly Made[]> => {
      setSending(true);
      const left = files.filter(({ state }) => state === 'chosen' || state === 'failed');
      const made = await sendEach(batch ? batchesOf(left, folderOf) : left.map((each) => [each]));
      setSending(false);
      return made;
    },
  };
}
