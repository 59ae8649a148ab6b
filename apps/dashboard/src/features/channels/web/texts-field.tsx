import { TextInput } from '@mantine/core';
import { defaultTexts, type TextKey } from '@parley/widget/texts';
import fields from '../edit/fields.module.css';
import css from './texts-field.module.css';
import type { WebForm } from './web-form.ts';
import { maxText } from './web-settings.ts';

const texts = Object.entries(defaultTexts) as [TextKey, string][];

/** The texts of the chat itself, such as its buttons: in other words. */
export function TextsField({ form, readOnly }: WebForm) {
  const own = form.getValues().settings.texts;
  const changed = texts.filter(([key]) => own[key]?.trim()).length;
  return (
    <details className={css['texts']}>
      <summary className={css['summary']}>
        <span className={css['title']}>Texts of the chat</span>
        <span className={css['count']}>
          {changed === 0 ? 'None replaced' : `${changed} of ${texts.length} replaced`}
        </span>
      </summary>
      <p className={css['hint']}>
        Your own words, in every language. Empty fields keep the text in the visitor’s language; keep the placeholders
        in braces.
      </p>
      <div className={fields['fields']}>
        {texts.map(([key, text]) => (
          <TextInput
            key={key}
            label={text}
            placeholder={text}
            maxLength={maxText}
            readOnly={readOnly}
            {...form.getInputProps(`settings.texts.${key}`)}
          />
        ))}
      </div>
    </details>
  );
}
