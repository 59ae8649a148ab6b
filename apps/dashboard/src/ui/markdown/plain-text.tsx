import css from './plain-text.module.css';

/** Plain text with its line breaks. */
export function PlainText({ text }: { text: string }) {
  return <div className={css['plain']}>{text}</div>;
}
