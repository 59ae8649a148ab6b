// biome-ignore-all lint/performance/noBarrelFile: it takes the place of a package.
// biome-ignore-all lint/performance/noReExportAll: it takes the place of a package.
// Every import of `react` is resolved to this module, of ours and of the libraries'.
export * from 'preact/compat';
export { default } from 'preact/compat';

/**
 * What React's `Activity` shows. Preact has none, and Mantine uses it only to keep hidden panels mounted (`keepMounted`),
 * which no page asks for: hidden children are unmounted.
 * @param {{ mode?: 'visible' | 'hidden', children?: import('preact').ComponentChildren }} props
 */
export function Activity({ mode, children }) {
  return mode === 'hidden' ? null : children;
}
