/** Runs a task when the browser has time, within 5 s if it can tell. */
export function atIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 5000 });
  else setTimeout(task, 1500);
}
