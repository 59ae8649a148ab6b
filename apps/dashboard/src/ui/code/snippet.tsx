import { CopyButton } from './copy.tsx';
import css from './snippet.module.css';

/** Code to copy. It scrolls sideways and takes the focus, so that the keyboard can scroll it. */
export function Snippet({ code, label, wrap = false }: { code: string; label: string; wrap?: boolean }) {
  return (
    <figure className={css['snippet']} aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <pre className={css['code']} data-wrap={wrap || undefined} tabIndex={0}>
        <code>{code}</code>
      </pre>
      <div className={css['copy']}>
        <CopyButton text={code} label={`Copy ${label}`} />
      </div>
    </figure>
  );
}
