import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { playgroundHash } from '../../paths.ts';

/** From this width on the playground stands beside the form; the pages' own width is 1080 pixels at most. */
const wide = '(min-width: 1200px)';

/** Where the browser remembers that the playground is folded away. */
const storageName = 'parley-playground';

/** Whether the playground is open: beside the form where there is room, which is remembered, else over it. */
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
