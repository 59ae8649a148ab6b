import { Suspense } from 'react';
import { lazyNamed } from './lazy-named.ts';
import { useStore } from './store.ts';
import { hasToasts } from './toast.ts';

const Notifications = lazyNamed(async () => {
  await import('@mantine/notifications/styles.css');
  return (await import('@mantine/notifications')).Notifications;
});

/** The place where toasts appear. */
export function Toaster() {
  return <Suspense>{useStore(hasToasts) && <Notifications position="bottom-right" limit={4} />}</Suspense>;
}
