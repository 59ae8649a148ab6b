import { Button, Group, Stack } from '@mantine/core';
import type { KnowledgePairImportResult } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../../../api/client.ts';
import { renewSource } from '../../../../../api/queries/knowledge-queries.ts';
import { Dialog } from '../../../../../ui/dialogs/dialog.tsx';
import { DropZone } from '../../../../../ui/forms/drop-zone.tsx';
import { TableSkeleton } from '../../../../../ui/lists/skeletons.tsx';
import { Icon } from '../../../../../ui/page/icons.tsx';
import { ProblemNotice } from '../../../../../ui/page/problem.tsx';
import { toastDone } from '../../../../../ui/toasts/toast.ts';
import { counted } from '../../../source-words.ts';
import { decodeCsv } from './decode-csv.ts';
import css from './import-dialog.module.css';
import { changeWords, readWords, refusedWords } from './import-words.ts';

/** Max MiB of a CSV: a request has at most 16. */
const mostMiB = 15;

const importCsv = (sourceId: string, body: { csv: string; dryRun?: boolean }) =>
  callApi((client) => client.knowledgeSources.pairs.importCsv(sourceId, body));

async function textOf(file: File): Promise<string> {
  if (file.size === 0) throw new Error(`${file.name} is empty.`);
  if (file.size > mostMiB * 1024 * 1024) throw new Error(`${file.name} has more than ${mostMiB} MiB. Split it.`);
  return decodeCsv(new Uint8Array(await file.arrayBuffer()));
}

/** Imports pairs from CSV, after a look at what it would do. `dropped` is a file that is chosen already. */
export function ImportDialog(props: { sourceId: string; dropped: File | undefined; onClose: () => void }) {
  const { sourceId, dropped, onClose } = props;
  /** The chosen file; each choice is a new one, since the same file may have been corrected. */
  const [chosen, setChosen] = useState({ file: dropped, choice: 0 });
  const { file, choice } = chosen;
  const preview = useQuery({
    queryKey: ['knowledge', 'of', sourceId, 'import', choice],
    queryFn: async () => {
      if (file === undefined) throw new Error('No file is chosen.');
      const csv = await textOf(file);
      return { csv, result: await importCsv(sourceId, { csv, dryRun: true }) };
    },
    enabled: file !== undefined,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data, error, isFetching } = preview;
  const choose = (next: File | undefined) => {
    action.reset();
    setChosen({ file: next, choice: choice + 1 });
  };
  const action = useMutation({
    mutationFn: (csv: string) => importCsv(sourceId, { csv }),
    onSuccess: ({ created, updated }) => {
      renewSource(sourceId);
      toastDone(`${counted(created, 'pair')} added, ${updated.toLocaleString('en')} changed.`);
      onClose();
    },
  });
  const changes = data === undefined || data.result.errors.length > 0 ? 0 : data.result.created + data.result.updated;
  const problem = action.error ?? error;
  return (
    <Dialog onClose={onClose} size={620} title="Import pairs from CSV" closeOnClickOutside={file === undefined}>
      <Stack gap="md">
        {problem !== null && <ProblemNotice error={problem} />}
        {file !== undefined && (
          <p className={css['file']}>
            <Icon name="file" /> <span className={css['name']}>{file.name}</span>
          </p>
        )}
        {file !== undefined && isFetching && <TableSkeleton rows={2} />}
        {data !== undefined && !isFetching && <Preview result={data.result} />}
        {changes === 0 && !isFetching && (
          <DropZone
            accept=".csv,.tsv,.txt"
            hint="Columns “question” and “answer”, divided by commas, semicolons or tabs. With the “id” column of an export, rows change the pairs that they name."
            disabled={action.isPending}
            onFiles={([next]) => choose(next)}
          />
        )}
        <Group justify="flex-end">
          {changes > 0 && (
            <Button variant="subtle" mr="auto" disabled={action.isPending} onClick={() => choose(undefined)}>
              Choose another file
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={changes === 0 || isFetching}
            loading={action.isPending}
            onClick={() => data !== undefined && action.mutate(data.csv)}
          >
            {changes === 0 ? 'Import' : `Import ${counted(changes, 'pair')}`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Shows the effect of an import before it happens, and the rows that it refuses. */
function Preview({ result }: { result: KnowledgePairImportResult }) {
  const refused = refusedWords(result);
  const changed = changeWords(result);
  return (
    <div className={css['preview']}>
      <p className={css['read']} role="status">
        {readWords(result)}
        {changed !== '' && `: ${changed}`}.
        {refused === undefined && result.created + result.updated === 0 && ' There is nothing to import.'}
      </p>
      {refused !== undefined && (
        <>
          <p className={css['refused']} role="alert">
            {refused}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by the keyboard. */}
          <section className={css['errors']} tabIndex={0} aria-label="Refused rows">
            <table className={css['table']}>
              <thead>
                <tr>
                  <th scope="col">Line</th>
                  <th scope="col">Reason</th>
                </tr>
              </thead>
              <tbody>
                {result.errors.map(({ line, message }) => (
                  <tr key={`${line} ${message}`}>
                    <td className={css['line']}>{line.toLocaleString('en')}</td>
                    <td>{message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </div>
  );
}
