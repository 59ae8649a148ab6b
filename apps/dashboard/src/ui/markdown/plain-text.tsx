import css from './plain-text.module.css';

/** Plain text with its line breaks, in the direction of its language. */
export function PlainText({ text }: { text: string }) {
  return (
    <div className={css['plain']} dir="auto">
      {text}
    </div>
  );
}
