import { ActionIcon } from '@mantine/core';
import type { KnowledgeDocument, KnowledgeSource } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { callApi } from '../../../../api/client.ts';
import { renewSource } from '../../../../api/queries/knowledge-queries.ts';
import { paths } from '../../../../paths.ts';
import { confirm } from '../../../../ui/dialogs/confirm.ts';
import table from '../../../../ui/lists/table.module.css';
import { lazyNamed } from '../../../../ui/loading/lazy-named.ts';
import { ActionMenu } from '../../../../ui/overlays/action-menu.tsx';
import { ActionsHeader } from '../../../../ui/page/actions-header.tsx';
import { Icon } from '../../../../ui/page/icons.tsx';
import { RelativeTime } from '../../../../ui/time/time.tsx';
import { toastDone, toastProblem } from '../../../../ui/toasts/toast.ts';
import { bytesInWords } from '../../../usage/quota-words.ts';
import { metadataWords } from '../../metadata-words.ts';
import css from './documents.module.css';

const DocumentDialog = lazyNamed(() => import('./document-dialog.tsx').then((module) => module.DocumentDialog));
const ReplaceDialog = lazyNamed(() => import('./replace-dialog.tsx').then((module) => module.ReplaceDialog));

export const statusLabels = { queued: 'Waiting', ready: 'Read', skipped: 'Left out', failed: 'Failed' } as const;

/** Documents of a source. In a source of many, each shows the time of its last change and can be deleted. */
export function DocumentsTable(props: {
  source: KnowledgeSource;
  documents: readonly KnowledgeDocument[];
  mayWrite: boolean;
}) {
  const { source, documents, mayWrite } = props;
  const isOfMany = source.type === 'documents';
  const remove = useRemoval(source._id);
  const [opened, setOpened] = useState<{ dialog: 'edit' | 'replace'; document: KnowledgeDocument }>();
  const close = () => setOpened(undefined);
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Document</th>
            <th scope="col">State</th>
            <th scope="col" className={`${table['wide']} ${table['end']}`}>
              Chunks
            </th>
            <th scope="col" className={`${table['wide']} ${table['end']}`}>
              Size
            </th>
            {isOfMany && (
              <th scope="col" className={`${table['wide']} ${table['roomy']}`}>
                Updated
              </th>
            )}
            {isOfMany && mayWrite && <ActionsHeader />}
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => (
            <tr key={document._id} className={`${table['row']} ${css['row']}`}>
              <DocumentName sourceId={source._id} document={document} />
              <td className={css['state']} data-status={document.status}>
                {statusLabels[document.status]}
              </td>
              <td className={`${table['quiet']} ${table['wide']} ${table['end']}`}>
                {document.chunkCount.toLocaleString('en')}
              </td>
              <td className={`${table['quiet']} ${table['wide']} ${table['end']}`}>
                {bytesInWords(document.file?.bytes ?? document.bytes)}
              </td>
              {isOfMany && (
                <td className={`${table['quiet']} ${table['wide']} ${table['roomy']}`}>
                  <RelativeTime iso={document.updatedAt} />
                </td>
              )}
              {isOfMany && mayWrite && (
                <td className={`${table['end']} ${css['actions']}`}>
                  <ActionMenu
                    entries={[
                      { label: 'Edit', icon: 'pencil', onClick: () => setOpened({ dialog: 'edit', document }) },
                      {
                        label: 'Replace file',
                        icon: 'upload',
                        onClick: () => setOpened({ dialog: 'replace', document }),
                      },
                      { label: 'Delete…', icon: 'trash', isDestructive: true, onClick: () => void remove(document) },
                    ]}
                  >
                    <ActionIcon variant="subtle" color="gray" aria-label={`Actions for “${document.title}”`}>
                      <Icon name="dots" />
                    </ActionIcon>
                  </ActionMenu>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Suspense>
        {opened?.dialog === 'edit' && <DocumentDialog document={opened.document} onClose={close} />}
        {opened?.dialog === 'replace' && <ReplaceDialog document={opened.document} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** The title of a document, which leads to its chunks if it has any, and what is wrong with it or where it is. */
function DocumentName({ sourceId, document }: { sourceId: string; document: KnowledgeDocument }) {
  const { _id, url, file, status, error, chunkCount, externalId, metadata } = document;
  const title = document.title || url || 'Untitled';
  const origin = [url, file?.name].find((text) => text !== undefined && text !== null && text !== title);
  const about = [origin, externalId, metadataWords(metadata)].filter((text) => text).join(' · ');
  return (
    <td className={table['name']}>
      {status === 'ready' || chunkCount > 0 ? (
        <Link
          to={paths.source}
          params={{ sourceId }}
          search={{ document: _id }}
          className={`${table['main']} ${css['link']}`}
        >
          {title}
        </Link>
      ) : (
        <span className={table['main']}>{title}</span>
      )}
      {(error !== null || about !== '') && (
        <span className={table['sub']} data-problem={error !== null || undefined}>
          {error?.message ?? about}
        </span>
      )}
    </td>
  );
}

/** Deletes a document after a question. */
function useRemoval(sourceId: string) {
  const { mutate } = useMutation({
    mutationFn: (documentId: string) =>
      callApi((client) => client.knowledgeSources.documents.delete({ knowledgeSourceId: sourceId, documentId })),
    onSuccess: ({ message }) => {
      renewSource(sourceId);
      toastDone(message);
    },
    onError: toastProblem,
  });
  return async ({ _id, title }: KnowledgeDocument) => {
    const body = `“${title}” is deleted permanently. Agents don’t find it any more after the next sync.`;
    if (await confirm({ title: 'Delete document?', body, action: 'Delete document' })) mutate(_id);
  };
}
