import { asked, confirm } from './confirm.ts';

/**
 * Closes a dialog with a secret that is shown once, after a question: a key pressed or a click beside it must not lose
 * the secret. `what` names it, as in "key".
 */
export async function closeSecret(what: string, onClose: () => void): Promise<void> {
  // Escape in the question reaches the dialog behind it, too.
  if (asked.get() !== undefined) return;
  const isSure = await confirm({
    title: `Close without copying the ${what}?`,
    body: `The ${what} is never shown again. If you have not copied it, you need a new one.`,
    action: 'Close',
    cancel: 'Back',
  });
  if (isSure) onClose();
}
