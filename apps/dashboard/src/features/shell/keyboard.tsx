import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import { paths } from '../../paths.ts';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { useStore } from '../../ui/loading/store.ts';
import { openedOverlay, palette } from './palette/palette-store.ts';
import { goTargets, goWindow } from './shortcuts.ts';

const HelpDialog = lazyNamed(() => import('./help-dialog.tsx').then((module) => module.HelpDialog));
const InviteDialog = lazyNamed(() => import('../members/invite-dialog.tsx').then((module) => module.InviteDialog));
const NewKeyDialog = lazyNamed(() => import('../keys/new-key-dialog.tsx').then((module) => module.NewKeyDialog));
const CreateWorkspaceDialog = lazyNamed(() =>
  import('../workspaces/create-workspace-dialog.tsx').then((module) => module.CreateWorkspaceDialog),
);
const Palette = lazyNamed(() => import('./palette/palette.tsx').then((module) => module.Palette));

/** Handles keyboard shortcuts: ⌘K, `?`, `g` and a letter, `c`, `/`. Ignored while a field has the focus. */
export function Keyboard() {
  const navigate = useNavigate();
  const opened = useStore(openedOverlay);
  const goUntil = useRef(0);

  const startGoing = () => {
    goUntil.current = Date.now() + goWindow;
  };
  const goKeys = goTargets.map(({ key, to }): [string, () => void] => [
    key,
    () => {
      if (Date.now() > goUntil.current) return;
      goUntil.current = 0;
      void navigate({ to });
    },
  ]);
  useHotkeys([['mod+K', palette.open]], []);
  useHotkeys([
    ['shift+?', palette.openHelp],
    ['?', palette.openHelp],
    ['g', startGoing],
    // The open conversation takes the key for a note.
    ['n', () => document.querySelector('[data-notes]') ?? void navigate({ to: paths.newAgent })],
    ['/', focusSearch],
    ...goKeys,
  ]);
  return (
    <>
      <Suspense>{opened === 'palette' && <Palette />}</Suspense>
      <Suspense>{opened === 'help' && <HelpDialog onClose={palette.close} />}</Suspense>
      <Suspense>{opened === 'invitation' && <InviteDialog onClose={palette.close} />}</Suspense>
      <Suspense>{opened === 'key' && <NewKeyDialog onClose={palette.close} />}</Suspense>
      <Suspense>{opened === 'workspace' && <CreateWorkspaceDialog onClose={palette.close} />}</Suspense>
    </>
  );
}

/** The search field of the page, or the palette if it has none. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('input[type="search"]');
  if (field === null) palette.open();
  else field.focus();
}
