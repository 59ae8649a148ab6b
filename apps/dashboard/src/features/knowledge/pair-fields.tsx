import { Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { fieldLimits } from '../../api/field-limits.ts';

/** The messages about a pair. */
export const validatePair = {
  question: (value: string) => {
    if (value.trim() === '') return 'Enter a question.';
    return value.length > fieldLimits.pairQuestion ? 'Must have at most 1,000 characters.' : null;
  },
  answer: (value: string) => {
    if (value.trim() === '') return 'Enter the answer.';
    return value.length > fieldLimits.pairAnswer ? 'Must have at most 10,000 characters.' : null;
  },
};

type FieldProps = ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']>;

/** The fields of one pair. `which` tells several pairs apart. */
export function PairFields(props: {
  question: FieldProps;
  answer: FieldProps;
  which?: number;
  focus?: 'question' | 'answer';
}) {
  const { question, answer, which, focus } = props;
  const suffix = which === undefined ? '' : ` ${which}`;
  return (
    <>
      <Textarea
        label={`Question${suffix}`}
        placeholder="Can I return a book?"
        autosize
        minRows={1}
        maxRows={5}
        {...(focus === 'question' && { 'data-autofocus': true })}
        {...question}
      />
      <Textarea
        label={`Answer${suffix}`}
        placeholder="Yes, within 30 days."
        autosize
        minRows={2}
        maxRows={12}
        {...(focus === 'answer' && { 'data-autofocus': true })}
        {...answer}
      />
    </>
  );
}
