import { Portal, Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import panel from './playground.module.css';
import type { PlaygroundProps } from './playground.tsx';
import css from './playground-frame.module.css';

const PlaygroundPanel = lazyNamed(() => import('./playground.tsx').then((module) => module.PlaygroundPanel));
const PlaygroundDrawer = lazyNamed(() => import('./playground-drawer.tsx').then((module) => module.PlaygroundDrawer));

/** Places the playground beside the form if there is room, else over the page. */
export function PlaygroundFrame({ isWide, ...props }: PlaygroundProps & { isWide: boolean }) {
  if (!isWide) {
    return (
      <Suspense fallback={<WaitingOver maySend={props.maySend} />}>
        <PlaygroundDrawer {...props} />
      </Suspense>
    );
  }
  return (
    <aside className={css['beside']} aria-label="Playground">
      <Suspense fallback={<Waiting maySend={props.maySend} />}>
        <PlaygroundPanel {...props} />
      </Suspense>
    </aside>
  );
}

/** Placeholder beside the form while the agent loads. */
export function PlaygroundToCome() {
  return (
    <aside className={css['beside']} aria-label="Playground">
      <Waiting maySend />
    </aside>
  );
}

/** Placeholder for the drawer while its code loads. */
function WaitingOver({ maySend }: Pick<PlaygroundProps, 'maySend'>) {
  return (
    <Portal>
      <div className={css['behind']} />
      <section className={css['drawer']} aria-label="Playground">
        <Waiting maySend={maySend} />
      </section>
    </Portal>
  );
}

/** Placeholder in the layout of the panel, so that nothing shifts when it loads. */
function Waiting({ maySend }: Pick<PlaygroundProps, 'maySend'>) {
  return (
    <div className={css['over']} aria-busy="true">
      <div className={panel['header']}>
        <Skeleton height={12} width={82} />
      </div>
      <div className={panel['nothing']}>
        <Skeleton height={40} width={40} mb={16} />
        <Skeleton height={12} width={140} />
        <Skeleton height={10} width={260} mt={12} />
        <Skeleton height={10} width={220} mt={10} />
      </div>
      {maySend && (
        <div className={panel['footer']}>
          <Skeleton className={css['line'] ?? ''} width={110} />
          <Skeleton className={css['composer'] ?? ''} radius={12} />
        </div>
      )}
    </div>
  );
}
