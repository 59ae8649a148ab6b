import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { prepareConfirmation } from '../../ui/dialogs/confirmation.tsx';

/**
 * Asks for confirmation before the user leaves a page with unsaved changes; paths for which `isWithin` holds belong to the page.
 * `allow` skips the next confirmation, for use after saving.
 */
export function useLeaveGuard(isDirty: boolean, isWithin?: (path: string) => boolean): { allow: () => void } {
  const allowed = useRef(false);
  useEffect(() => {
    if (isDirty) prepareConfirmation();
  }, [isDirty]);
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      if (!isDirty || allowed.current) return false;
      if (isWithin?.(next.pathname) === true) return false;
      return !(await confirmLeave());
    },
    enableBeforeUnload: () => isDirty && !allowed.current,
  });
  return {
    allow: () => {
      allowed.current = true;
    },
  };
}

const confirmLeave = () =>
  confirm({
    title: 'Leave without saving?',
    body: 'Your changes on this page will be lost.',
    action: 'Leave',
    cancel: 'Stay',
  });
