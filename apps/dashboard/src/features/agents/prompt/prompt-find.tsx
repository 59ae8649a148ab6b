import { ActionIcon, TextInput } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { Icon } from '../../../ui/page/icons.tsx';
import { type Hit, maxHits, piecesOf } from './find-text.ts';
import css from './prompt-find.module.css';

/** Words to find in the prompt, and the places that have them. */
export interface Search {
  readonly words: string;
  readonly hits: readonly Hit[];
  /** The number of the place that is shown. */
  readonly current: number;
}

interface FindBarProps {
  search: Search;
  onWords: (words: string) => void;
  /** Shows the next place, or with -1 the previous one; after the last one comes the first. */
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
}

/** Finds words in the prompt: Enter shows the next place, Shift+Enter the previous one, Escape goes to the place. */
export function FindBar({ search, onWords, onStep, onClose }: FindBarProps) {
  const { words, hits, current } = search;
  const count = `${hits.length.toLocaleString('en')}${hits.length === maxHits ? '+' : ''}`;
  return (
    <search className={css['bar']} aria-label="Find in the prompt">
      <TextInput
        size="xs"
        className={css['field'] ?? ''}
        aria-label="Find in the prompt"
        placeholder="Find in the prompt"
        autoComplete="off"
        data-autofocus
        autoFocus
        value={words}
        onChange={(event) => onWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          if (event.key !== 'Enter') return;
          // It would submit the form.
          event.preventDefault();
          onStep(event.shiftKey ? -1 : 1);
        }}
      />
      <span role="status" className={css['count']}>
        {words !== '' && (hits.length === 0 ? 'Not found' : `${current + 1} of ${count}`)}
      </span>
      <ActionIcon variant="default" aria-label="Previous place" disabled={hits.length === 0} onClick={() => onStep(-1)}>
        <Icon name="arrowUp" size={14} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label="Next place" disabled={hits.length === 0} onClick={() => onStep(1)}>
        <Icon name="arrowDown" size={14} />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label="Close find" onClick={onClose}>
        <Icon name="close" size={14} />
      </ActionIcon>
    </search>
  );
}

/**
 * The places behind the text of the field, which cannot mark them itself: the same text in the same lines, with only
 * the marks visible.
 */
export function Marks({ text, search, field }: { text: string; search: Search; field: HTMLTextAreaElement }) {
  const { hits, current } = search;
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const marks = element.current;
    if (marks === null) return;
    const follow = () => {
      // Without the scroll bar, so that lines end where they do in the field.
      marks.style.width = `${field.clientWidth}px`;
      marks.style.height = `${field.clientHeight}px`;
      marks.scrollTop = field.scrollTop;
    };
    follow();
    const size = new ResizeObserver(follow);
    size.observe(field);
    field.addEventListener('scroll', follow);
    return () => {
      size.disconnect();
      field.removeEventListener('scroll', follow);
    };
  }, [field]);
  const hit = hits[current];
  useLayoutEffect(() => {
    const marks = element.current;
    const mark = marks?.querySelector<HTMLElement>('[data-current]');
    if (hit === undefined || !marks || !mark) return;
    field.setSelectionRange(hit.start, hit.end);
    // In the middle, since a bar covers the end of the page.
    mark.scrollIntoView({ block: 'center' });
    field.scrollTop = marks.scrollTop;
  }, [hit, field]);
  return (
    <div ref={element} className={css['marks']} aria-hidden="true">
      {piecesOf(text, hits).map(({ text: piece, hit: number }, index) =>
        number === undefined ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is what is at its place.
          <mark key={index} data-current={number === current || undefined}>
            {piece}
          </mark>
        ),
      )}
      {/* A last line break has a line of its own in a field. */}
      {'\n'}
    </div>
  );
}
