import type { Invitation } from '@parley/sdk';
import { RelativeTime } from '../../ui/time.tsx';

/** What became of the mail of an invitation, in words. */
export function Delivery({ delivery }: { delivery: Invitation['delivery'] }) {
  if (delivery === null) return <>Link shown, not mailed</>;
  const { state, error, at } = delivery;
  const when = <RelativeTime iso={at} />;
  if (state === 'sent') return <>Mailed {when}</>;
  if (state === 'waiting' && error === null) return <>Mail waits to be sent</>;
  return (
    <>
      {state === 'failed' ? 'Not mailed' : 'Tried'} {when}: {error} {state === 'waiting' && 'It is tried again.'}
    </>
  );
}
