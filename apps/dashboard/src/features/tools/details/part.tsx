import css from '../tools.module.css';

/** A text with a title, as it was sent or received. A long one scrolls. */
export function Part({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title}>
      <h3 className={css['partTitle']}>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <pre className={css['part']} tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}
