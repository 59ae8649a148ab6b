import type { Message } from '@parley/sdk';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { marksOf } from './message-words.ts';
import css from './reply-marks.module.css';

/** The model of a reply, and what it took: figures as marks, in words on hover and for screen readers. */
export function ReplyMarks({ message }: { message: Message }) {
  return (
    <>
      <span className={css['model']}>{message.model}</span>
      {marksOf(message).map(({ icon, figure, words }) => (
        <Tip key={icon + figure} label={words} byTouch>
          <span className={css['mark']} role="img" aria-label={words}>
            <Icon name={icon} size={12} />
            {figure}
          </span>
        </Tip>
      ))}
    </>
  );
}
