import { Loader } from '@mantine/core';
import { Suspense } from 'react';
import { lazyNamed } from '../../ui/lazy-named.ts';
import type { PlaygroundProps } from './playground.tsx';
import css from './playground-frame.module.css';

const PlaygroundPanel = lazyNamed(() => import('./playground.tsx').then((module) => module.PlaygroundPanel));
const PlaygroundDrawer = lazyNamed(() => import('./playground-drawer.tsx').then((module) => module.PlaygroundDrawer));

/** The playground's place: beside the form where there is room, else over the page. */
export function PlaygroundFrame({ isWide, ...props }: PlaygroundProps & { isWide: boolean }) {
  const waiting = <Loader className={css['loader'] ?? ''} size="sm" color="gray" aria-label="Loading" />;
  if (!isWide) {
    return (
      <Suspense>
        <PlaygroundDrawer {...props} />
      </Suspense>
    );
  }
  return (
    <aside className={css['beside']} aria-label="Playground">
      <Suspense fallback={waiting}>
        <PlaygroundPanel {...props} />
      </Suspense>
    </aside>
  );
}
