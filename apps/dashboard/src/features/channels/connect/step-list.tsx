import { UnstyledButton } from '@mantine/core';
import type { Channel } from '@parley/sdk';
import { CopyButton, useCopy } from '../../../ui/code/copy.tsx';
import { Snippet } from '../../../ui/code/snippet.tsx';
import { Tip } from '../../../ui/overlays/tip.tsx';
import css from './step-list.module.css';
import { readStep, type StepPart } from './steps.ts';

/** The steps that connect a channel, each with the text to paste. Without a channel its addresses aren't known yet. */
export function StepList({ steps, channel }: { steps: readonly string[]; channel: Channel | undefined }) {
  return (
    <ol className={css['steps']}>
      {steps.map((step) => {
        const { parts, copy, isLater } = readStep(step, channel);
        return (
          <li key={step} className={css['step']}>
            <span>
              {parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move.
                <Part key={index} part={part} />
              ))}
            </span>
            {copy !== undefined && <Pasted text={copy} />}
            {isLater && <span className={css['later']}>Available once the channel is added.</span>}
          </li>
        );
      })}
    </ol>
  );
}

function Part({ part: { kind, text } }: { part: StepPart }) {
  if (kind === 'words') return text;
  if (kind === 'code') return <InlineCode text={text} />;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer" className={css['link']}>
      {text.replace('https://', '')}
    </a>
  );
}

/** A word to paste, which is copied when it is clicked. */
function InlineCode({ text }: { text: string }) {
  const { copied, copy } = useCopy(text);
  return (
    <Tip label={copied ? 'Copied' : 'Copy'}>
      <UnstyledButton component="button" className={css['code']} onClick={copy} aria-label={`Copy ${text}`}>
        {text}
      </UnstyledButton>
    </Tip>
  );
}

function Pasted({ text }: { text: string }) {
  if (text.includes('\n')) {
    return (
      <div className={css['block']}>
        <Snippet label="block" code={text} />
      </div>
    );
  }
  return <Address text={text} label={labelOf(text)} />;
}

/** Returns the label of a button that copies a text; it doesn't repeat a long text. */
const labelOf = (text: string): string => {
  if (/^https?:/.test(text)) return 'Copy the address';
  return text.length > 40 ? 'Copy the text' : `Copy ${text}`;
};

/** A line to copy. */
export function Address({ text, label }: { text: string; label: string }) {
  return (
    <div className={css['address']}>
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
