import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { playgroundHash } from '../../../paths.ts';

/** Min screen width for the playground beside the form; pages are at most 1080 pixels wide. */
const wide = '(min-width: 1200px)';

/** Storage key for a collapsed playground. */
const storageName = 'parley-playground';

/** State of the playground: open or closed. Beside the form the state is remembered; over the form it is not. */
export function usePanel() {
  const isWide = useMediaQuery(wide, false, { getInitialValueInEffect: false });
  const [isAsked] = useState(() => location.hash === `#${playgroundHash}`);
  const [isBeside, setBeside] = useState(() => isAsked || localStorage.getItem(storageName) !== 'folded');
  const [isOver, setOver] = useState(isAsked);
  return {
    isWide,
    isOpen: isWide ? isBeside : isOver,
    setOpen: (isOpen: boolean) => {
      if (!isWide) return setOver(isOpen);
      setBeside(isOpen);
      localStorage.setItem(storageName, isOpen ? 'open' : 'folded');
    },
  };
}
