import { Kbd } from '@mantine/core';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import css from './help-dialog.module.css';
import { shortcuts } from './shortcut-list.ts';

/** Lists the keyboard shortcuts. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts">
      <dl className={css['list']}>
        {shortcuts.map(({ keys, label }) => (
          <div key={label} className={css['row']}>
            <dt>{label}</dt>
            <dd className={css['keys']}>
              {keys.map((key) => (
                <Kbd key={key} size="sm">
                  {key}
                </Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
