import { useMediaQuery } from '@mantine/hooks';
import { Suspense } from 'react';
import { lazyNamed } from './lazy-named.ts';
import { useStore } from './store.ts';
import { hasToasts } from './toast.ts';

const Notifications = lazyNamed(async () => {
  await import('@mantine/notifications/styles.css');
  return (await import('@mantine/notifications')).Notifications;
});

/** The place of the toasts. On phones they appear at the top, since the controls are at the bottom. */
export function Toaster() {
  const isNarrow = useMediaQuery('(max-width: 640px)');
  const position = isNarrow === true ? 'top-center' : 'bottom-right';
  return <Suspense>{useStore(hasToasts) && <Notifications position={position} limit={4} />}</Suspense>;
}
