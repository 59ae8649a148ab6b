import css from './plain-text.module.css';

/** A text as it was typed, with its line breaks. */
export function PlainText({ text }: { text: string }) {
  return <div className={css['plain']}>{text}</div>;
}
