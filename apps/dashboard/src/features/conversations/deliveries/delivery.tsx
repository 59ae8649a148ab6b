import { Button } from '@mantine/core';
import type { Message, MessageDelivery } from '@parley/sdk';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { callApi } from '../../../api/client.ts';
import { deliveriesOf, keepDelivery } from '../../../api/queries/delivery-queries.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { Drawing, Icon } from '../../../ui/page/icons.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import css from './delivery.module.css';
import { canSendAgain, deliveryLabels, reasonOf } from './delivery-words.ts';

/**
 * Shows how far a message has come on its way to the user of a messenger; nothing if it has no delivery. In place of a
 * reply that failed, its user gets an apology.
 */
export function Delivery({ message: of, mayWrite }: { message: Message; mayWrite: boolean }) {
  const { _id: message, conversation, status } = of;
  const { data } = useInfiniteQuery({
    ...deliveriesOf(conversation),
    // `DeliveryWatch` reads them.
    enabled: false,
    select: ({ pages }) => pages.flatMap(({ items }) => items).find((each) => each.message === message),
  });
  if (data === undefined) return null;
  const label =
    status === 'failed' ? `Apology: ${deliveryLabels[data.state].toLowerCase()}` : deliveryLabels[data.state];
  return canSendAgain(data) ? (
    <Failed delivery={data} label={label} mayWrite={mayWrite} />
  ) : (
    <OnItsWay delivery={data} label={label} />
  );
}

function OnItsWay({ delivery, label }: { delivery: MessageDelivery; label: string }) {
  const { state } = delivery;
  const reason = reasonOf(delivery);
  return (
    <span className={css['state']} data-state={state}>
      <Mark state={state} />
      <span>
        <span className={css['unseen']}>Delivery: </span>
        {label}
        {reason !== undefined && <>. {reason}</>}
      </span>
    </span>
  );
}

/** Why a message is not delivered, or may not be, and the way to send it again. */
function Failed({ delivery, label, mayWrite }: { delivery: MessageDelivery; label: string; mayWrite: boolean }) {
  const { state, message } = delivery;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi((client) => client.messages.redeliver(message)),
    onSuccess: keepDelivery,
  });
  const send = async () => {
    const isSure = state === 'failed' || (await confirm(mayBeTwice));
    if (isSure) mutate();
  };
  const reason = reasonOf(delivery);
  return (
    <div className={css['failed']}>
      <div className={css['notice']} data-state={state}>
        <Icon name={state === 'failed' ? 'warning' : 'help'} size={14} />
        <span className={css['reason']}>
          {label}
          {reason === undefined ? '.' : `: ${reason}`}
        </span>
        {mayWrite && (
          <Button size="compact-sm" variant="default" loading={isPending} onClick={() => void send()}>
            Send again
          </Button>
        )}
      </div>
      {error !== null && <ProblemNotice error={error} />}
    </div>
  );
}

const mayBeTwice = {
  title: 'Send it again?',
  body: 'It may have been delivered already. Then the user gets it twice.',
  action: 'Send again',
};

function Mark({ state }: { state: MessageDelivery['state'] }) {
  if (state === 'queued') {
    return (
      <Drawing size={13}>
        <circle cx="8" cy="8" r="6" />
        <path d="M8 4.75V8l2.25 1.5" />
      </Drawing>
    );
  }
  return <Drawing size={13}>{<path d={state === 'sent' ? oneTick : twoTicks} />}</Drawing>;
}

const oneTick = 'm3 8.5 3.25 3.25L13 5';
const twoTicks = 'm1 8.75 3 3L10 5.5M7.75 11.25l.75.5 6.5-6.25';
