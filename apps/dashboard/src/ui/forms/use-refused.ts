import { useEffect, useRef } from 'react';
import { focusFirstInvalid } from './first-invalid.ts';

/**
 * Returns what to call with a form that was refused and the number of its invalid fields: as soon as they are rendered
 * as invalid, the first one gets the focus.
 */
export function useRefused(): (form: HTMLElement | undefined, count: number) => void {
  const refused = useRef<() => void>(undefined);
  useEffect(() => {
    refused.current?.();
    refused.current = undefined;
  });
  return (form, count) => {
    refused.current = form === undefined || count === 0 ? undefined : () => focusFirstInvalid(form, count);
  };
}
