import type { Invitation } from '@parley/sdk';
import { RelativeTime } from '../../ui/time/time.tsx';

/** Says how the delivery of an invitation's mail went. */
export function Delivery({ delivery }: { delivery: Invitation['delivery'] }) {
  if (delivery === null) return <>Link shown, not emailed</>;
  const { state, error, at } = delivery;
  const when = <RelativeTime iso={at} />;
  if (state === 'sent') return <>Emailed {when}</>;
  if (state === 'waiting' && error === null) return <>Email queued</>;
  return (
    <>
      {state === 'failed' ? 'Email failed' : 'Last attempt'} {when}: {error}{' '}
      {state === 'waiting' && 'It will be retried.'}
    </>
  );
}
