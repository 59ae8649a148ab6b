import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { pageShown } from './toast.ts';
import { placeOfToasts } from './toast-place.ts';

/** The toasts, placed where they cover the fewest controls. */
export function Toasts() {
  const [place, setPlace] = useState(currentPlace);
  useEffect(() => {
    const look = () => setPlace(currentPlace());
    const stopping = new AbortController();
    const { signal } = stopping;
    document.addEventListener('focusin', look, { signal });
    // Captured, since scrolling a part of the page doesn't bubble.
    document.addEventListener('scroll', look, { signal, capture: true, passive: true });
    window.addEventListener('resize', look, { signal });
    return () => stopping.abort();
  }, []);
  useEffect(
    () =>
      pageShown.subscribe(() => {
        for (const delay of settling) setTimeout(() => setPlace(currentPlace()), delay);
      }),
    [],
  );
  return <Notifications position={place} limit={4} />;
}

/** When to look again after another page is shown, in ms: its parts load one after the other. */
const settling = [0, 300, 1_000];

/** Elements that a toast must not cover; the rows of long lists count only while they are visible. */
const controlSelector = 'button, a[href], input, select, textarea, [role="menuitem"]';

function currentPlace() {
  const focused = document.activeElement;
  const isField = focused?.matches('input, textarea, select, [contenteditable="true"]') === true;
  const areas = [...document.querySelectorAll(controlSelector)]
    .filter((element) => element.closest('.mantine-Notifications-root') === null)
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, top, bottom }) => width > 0 && bottom > 0 && top < window.innerHeight);
  return placeOfToasts(
    { field: isField ? focused.getBoundingClientRect() : undefined, controls: areas },
    { width: window.innerWidth, height: window.innerHeight },
  );
}
