import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { HelpDialog } from './help-dialog.tsx';
import { palette } from './palette-store.ts';
import { goTargets, goWindow } from './shortcuts.ts';

const Palette = lazy(() => import('./palette.tsx').then(({ Palette: component }) => ({ default: component })));

/** Listens to the keyboard: ⌘K, `?`, `g` and a letter, `c`, `/`. Never while somebody types into a field. */
export function Keyboard() {
  const navigate = useNavigate();
  const opened = useSyncExternalStore(palette.subscribe, palette.opened);
  const [wasOpened, setWasOpened] = useState(false);
  const goUntil = useRef(0);
  useEffect(() => {
    if (opened === 'palette') setWasOpened(true);
  }, [opened]);

  const go = (key: string) => () => {
    const target = goTargets.find((each) => each.key === key);
    if (target === undefined || Date.now() > goUntil.current) return false;
    goUntil.current = 0;
    void navigate({ to: target.to });
    return true;
  };
  const goKeys = goTargets.map(({ key }) => [key, () => void go(key)()] as [string, () => void]);
  useHotkeys([['mod+K', palette.open]], []);
  useHotkeys([
    ['shift+?', palette.openHelp],
    ['?', palette.openHelp],
    ['g', () => void (goUntil.current = Date.now() + goWindow)],
    ['n', () => void navigate({ to: '/agents/new' })],
    ['/', focusSearch],
    ...goKeys,
  ]);
  return (
    <>
      {(wasOpened || opened === 'palette') && (
        <Suspense>
          <Palette />
        </Suspense>
      )}
      <HelpDialog opened={opened === 'help'} onClose={palette.close} />
    </>
  );
}

/** The page's own search, or the palette where it has none. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('input[type="search"]');
  if (field === null) palette.open();
  else field.focus();
}
