import { ActionIcon } from '@mantine/core';
import { Suspense } from 'react';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { useStore } from '../../../ui/loading/store.ts';
import { Popup } from '../../../ui/overlays/popup.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { type Wish, waitingWish } from './wish.ts';

const Wishes = lazyNamed(() => import('./wishes.tsx').then((module) => module.Wishes));

/** Opens the settings for notices about waiting conversations. Its name says which are on. */
export function WaitingBell() {
  const wish = useStore(waitingWish);
  const isOn = wish.sound || wish.notification;
  return (
    <Popup
      label="When a conversation waits"
      position="bottom-end"
      width={300}
      content={() => (
        <Suspense>
          <Wishes />
        </Suspense>
      )}
    >
      <ActionIcon
        variant="default"
        size={32}
        aria-label={`When a conversation waits: ${wordsFor(wish)}`}
        title={`When a conversation waits: ${wordsFor(wish)}`}
      >
        <Icon name={isOn ? 'bellOn' : 'bell'} />
      </ActionIcon>
    </Popup>
  );
}

const wordsFor = ({ sound, notification }: Wish): string => {
  if (sound && notification) return 'sound and notification';
  if (sound) return 'sound';
  return notification ? 'notification' : 'off';
};
