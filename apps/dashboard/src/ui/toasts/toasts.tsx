import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { placeOfToasts } from './toast-place.ts';

/** The toasts, placed where they cover the fewest controls. */
export function Toasts() {
  const [place, setPlace] = useState(currentPlace);
  useEffect(() => {
    const look = () => {
      // A button that is pressed would lose the click if it moved, or if a toast moved over it.
      if (document.querySelector(`:active, ${toasts} :focus`) === null) setPlace(currentPlace());
    };
    const stopping = new AbortController();
    const { signal } = stopping;
    document.addEventListener('focusin', look, { signal });
    // Captured, since scrolling a part of the page doesn't bubble.
    document.addEventListener('scroll', look, { signal, capture: true, passive: true });
    window.addEventListener('resize', look, { signal });
    // Parts of a page load one after the other.
    let looking: number | undefined;
    const changes = new MutationObserver(() => {
      if (document.querySelector(`${toasts} [role="alert"]`) === null) return;
      looking ??= window.setTimeout(() => {
        looking = undefined;
        look();
      }, pause);
    });
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      stopping.abort();
      changes.disconnect();
      clearTimeout(looking);
    };
  }, []);
  // A new place is a new list: in the same one each toast would be there twice, until its old copy has left.
  return <Notifications key={place} position={place} limit={4} />;
}

const toasts = '.mantine-Notifications-root';

/** Time between two looks at a page that changes, in ms: each measures every control. */
const pause = 200;

/** Elements that a toast must not cover; the rows of long lists count only while they are visible. */
const controlSelector = 'button, a[href], input, select, textarea, [role="menuitem"]';

function currentPlace() {
  const focused = document.activeElement;
  const isField = focused?.matches('input, textarea, select, [contenteditable="true"]') === true;
  const areas = [...document.querySelectorAll(controlSelector)]
    .filter((element) => element.closest(toasts) === null)
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, top, bottom }) => width > 0 && bottom > 0 && top < window.innerHeight);
  return placeOfToasts(
    { field: isField ? focused.getBoundingClientRect() : undefined, controls: areas },
    { width: window.innerWidth, height: window.innerHeight },
  );
}
