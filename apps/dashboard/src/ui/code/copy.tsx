import { ActionIcon, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Tip } from '../overlays/tip.tsx';
import { Icon } from '../page/icons.tsx';
import css from './copy.module.css';

/** Time for which "Copied" is shown, in ms. */
const shown = 1_500;

/** Copies a text; `copied` is true for a moment afterwards. */
export function useCopy(text: string) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shown);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await writeClipboard(text);
    setCopied(true);
  };
  return { copied, copy: () => void copy() };
}

/** The Clipboard API exists only on https and localhost; elsewhere the older way still works. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = css['offscreen'] ?? '';
  // Next to the focused element: a dialog takes the focus back from anything outside it.
  (document.activeElement?.parentElement ?? document.body).append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** A button that copies; `label` says what. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <Tip label={copied ? 'Copied' : label}>
      <ActionIcon variant="subtle" color="gray" size="md" aria-label={copied ? 'Copied' : label} onClick={copy}>
        <Icon name={copied ? 'check' : 'copy'} />
      </ActionIcon>
    </Tip>
  );
}

/** An identifier that is copied when it is clicked; `shown` stands for one that is long. */
export function CopyableId({ id, what, shown = id }: { id: string; what: string; shown?: string | undefined }) {
  const { copied, copy } = useCopy(id);
  return (
    <Tip label={copied ? 'Copied' : `Copy ${what}`}>
      <UnstyledButton className={css['id']} onClick={copy} aria-label={`Copy ${what} ${shown}`}>
        <span className={css['text']}>{shown}</span>
        <Icon name={copied ? 'check' : 'copy'} size={13} />
      </UnstyledButton>
    </Tip>
  );
}
