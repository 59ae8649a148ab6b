import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isVisible = () => document.visibilityState === 'visible';

/** True if the page is visible; from the first render on, also in a tab that was opened in the background. */
export const useVisible = (): boolean => useSyncExternalStore(subscribe, isVisible);
