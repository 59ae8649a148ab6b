import { Button } from '@mantine/core';
import type { KnowledgeSource } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../../../api/client.ts';
import { keepSource } from '../../../../api/queries/knowledge-queries.ts';
import { confirm } from '../../../../ui/dialogs/confirm.ts';
import { Icon } from '../../../../ui/page/icons.tsx';
import { RelativeTime } from '../../../../ui/time/time.tsx';
import { toastDone, toastProblem } from '../../../../ui/toasts/toast.ts';
import { counted } from '../../source-words.ts';
import css from './review-banner.module.css';

type Review = NonNullable<KnowledgeSource['review']>;

/** Shows the losses of a version that would lose much, and asks for the decision. */
export function ReviewBanner(props: { source: KnowledgeSource; review: Review; mayWrite: boolean }) {
  const { source, review, mayWrite } = props;
  const { documentsBefore, documentsAfter, lostDocuments, lostCited } = review;
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (approve: boolean) => callApi((client) => client.knowledgeSources.review(source._id, { approve })),
    onSuccess: (decided, approve) => {
      keepSource(decided);
      toastDone(approve ? 'Version approved.' : 'Version discarded.');
    },
    onError: toastProblem,
  });
  const approve = async () => {
    const isSure = await confirm({
      title: 'Approve the smaller version?',
      body: `${source.name} then has ${counted(documentsAfter, 'document')} instead of ${documentsBefore.toLocaleString('en')}.`,
      action: 'Approve version',
    });
    if (isSure) mutate(true);
  };
  return (
    <section className={css['banner']} aria-label="Review">
      <div className={css['head']}>
        <Icon name="warning" />
        <div className={css['words']}>
          <strong>The latest version has lost content and needs your review</strong>
          {review.reasons.map((reason) => (
            <span key={reason}>{reason}</span>
          ))}
          <span className={css['quiet']}>
            Until you decide, agents use the previous version. This one was synced <RelativeTime iso={review.since} />.
          </span>
        </div>
      </div>
      {lostDocuments.length > 0 && (
        <Lost title={`Documents that would be removed (${lostDocuments.length})`}>
          {lostDocuments.map(({ title, url }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two documents may have the same title.
            <li key={index}>
              {title}
              {url !== null && url !== title && <span className={css['quiet']}> {url}</span>}
            </li>
          ))}
        </Lost>
      )}
      {lostCited.length > 0 && (
        <Lost title={`Cited passages that would be removed (${lostCited.length})`}>
          {lostCited.map(({ title, quote }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two passages may have the same words.
            <li key={index}>
              <q>{quote}</q> <span className={css['quiet']}>{title}</span>
            </li>
          ))}
        </Lost>
      )}
      {mayWrite && (
        <div className={css['buttons']}>
          <Button variant="default" loading={isPending && variables === false} onClick={() => mutate(false)}>
            Discard version
          </Button>
          <Button variant="default" loading={isPending && variables === true} onClick={() => void approve()}>
            Approve version…
          </Button>
        </div>
      )}
    </section>
  );
}

function Lost({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details className={css['lost']}>
      <summary>{title}</summary>
      <ul>{children}</ul>
    </details>
  );
}
