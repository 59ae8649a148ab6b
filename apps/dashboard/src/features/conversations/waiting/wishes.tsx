import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useStore } from '../../../ui/loading/store.ts';
import { playSound } from './sound.ts';
import { keepWish, waitingWish } from './wish.ts';
import css from './wishes.module.css';

/** Returns the permission that the browser gave; undefined if it has no notifications, or none on pages over http. */
const permissionNow = () => ('Notification' in window ? Notification.permission : undefined);

/** Two switches: a sound, and a notification. The browser is asked for its permission by the switch only. */
export function Wishes() {
  const wish = useStore(waitingWish);
  const [permission, setPermission] = useState(permissionNow);
  const isSecure = navigator.locks !== undefined;
  const wishSound = (sound: boolean) => {
    keepWish({ ...wish, sound });
    if (sound) void playSound().catch(() => undefined);
  };
  const wishNotification = async (notification: boolean) => {
    const answer = notification ? await Notification.requestPermission() : permission;
    setPermission(answer);
    keepWish({ ...waitingWish.get(), notification: notification && answer === 'granted' });
  };
  return (
    <div className={css['wishes']}>
      <h2 className={css['title']}>When a conversation waits</h2>
      <Switch
        label="Play a sound"
        checked={wish.sound}
        disabled={!isSecure}
        onChange={({ currentTarget }) => wishSound(currentTarget.checked)}
      />
      <Switch
        label="Show a notification"
        checked={wish.notification && permission === 'granted'}
        disabled={!isSecure || permission === undefined}
        onChange={({ currentTarget }) => void wishNotification(currentTarget.checked)}
      />
      <p className={css['note']} role="status">
        {noteFor(isSecure, permission)}
      </p>
      <p className={css['lead']}>
        For your conversations and those that no one has taken over: once, until a person answers. In this browser,
        while the dashboard is open in a tab.
      </p>
    </div>
  );
}

function noteFor(isSecure: boolean, permission: NotificationPermission | undefined): string | undefined {
  if (!isSecure) return 'Browsers allow this over https only.';
  if (permission === undefined) return 'This browser has no notifications.';
  if (permission === 'denied')
    return 'The browser refuses notifications of this site. Allow them in its settings for the site, then reload the page.';
  return undefined;
}
