import { useEffect, useRef } from 'react';

/** Returns the focus to the button that opened a field once the field closes, unless the focus has moved elsewhere. */
export function useFocusReturn(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
