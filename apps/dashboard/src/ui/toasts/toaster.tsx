import { Suspense } from 'react';
import { lazyNamed } from '../loading/lazy-named.ts';
import { useStore } from '../loading/store.ts';
import { hasToasts } from './toast.ts';

const Toasts = lazyNamed(() => import('./toasts.tsx').then((module) => module.Toasts));

/** Shows the toasts. Its code is loaded with the first one. */
export function Toaster() {
  return <Suspense>{useStore(hasToasts) && <Toasts />}</Suspense>;
}
