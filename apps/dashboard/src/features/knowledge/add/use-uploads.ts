import type { KnowledgeSource } from '@parley/sdk';
import { useReducer, useRef, useState } from 'react';
import { toProblem } from '../../../api/errors.ts';
import { uploadSource } from '../../../api/upload.ts';
import { useWorkspace } from '../../../api/workspace.ts';
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

/** The chosen files, and their upload one after the other: each becomes a source of its own. */
export function useUploads() {
  const { workspace } = useWorkspace();
  const [files, dispatch] = useReducer(reduce, []);
  const [isSending, setSending] = useState(false);
  const current = useRef<AbortController>(undefined);

  const send = async ({ key, file }: ChosenFile): Promise<KnowledgeSource | undefined> => {
    const tell = (news: Partial<ChosenFile>) => dispatch({ type: 'news', key, news });
    tell({ state: 'sending', sent: 0 });
    const controller = new AbortController();
    current.current = controller;
    try {
      const options = { onProgress: (sent: number) => tell({ sent }), signal: controller.signal };
      const source = await uploadSource(workspace._id, file, options);
      tell({ state: 'sent', sent: file.size });
      return source;
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
    /** Sends the files that have not been sent; returns the new sources. */
    sendAll: async (): Promise<KnowledgeSource[]> => {
      setSending(true);
      const made: KnowledgeSource[] = [];
      for (const file of files) {
        if (file.state !== 'chosen' && file.state !== 'failed') continue;
        const source = await send(file);
        if (source !== undefined) made.push(source);
      }
      setSending(false);
      return made;
    },
  };
}
