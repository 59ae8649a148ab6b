/** A field of the form of a channel, as the dashboard's form holds it: its choices are lines. */
export interface FormField {
  key: string;
  label: string;
  type: 'text' | 'email' | 'phone' | 'select' | 'checkbox' | 'textarea';
  required: boolean;
  description: string;
  options: string;
}

/** The form that visitors fill in. */
export interface FormValues {
  when: 'off' | 'before' | 'after_first';
  intro: string;
  fields: FormField[];
  consent: { text: string; url: string };
}

/** The API's limit. */
export const maxFields = 10;

export const noForm: FormValues = { when: 'off', intro: '', fields: [], consent: { text: '', url: '' } };

const linesOf = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);

/** A field to add: the first one asks for the email address. */
export function newField(fields: readonly FormField[]): FormField {
  const more = { required: false, description: '', options: '' };
  if (fields.length === 0) return { ...more, key: 'email', label: 'Email', type: 'email', required: true };
  const keys = new Set(fields.map(({ key }) => key));
  let number = fields.length + 1;
  while (keys.has(`field${number}`)) number += 1;
  return { ...more, key: `field${number}`, label: '', type: 'text' };
}

/** A form as the API has it. */
type StoredForm = Omit<FormValues, 'fields'> & { fields: (Omit<FormField, 'options'> & { options: string[] })[] };

/** Converts the form of a channel to the values of the dashboard's form. */
export function formToValues(stored: unknown): FormValues {
  const { fields = [], ...form } = (stored ?? {}) as Partial<StoredForm>;
  return {
    ...noForm,
    ...form,
    consent: { ...noForm.consent, ...form.consent },
    fields: fields.map((field) => ({ ...field, options: field.options.join('\n') })),
  };
}

/** Converts the values back. */
export const valuesToForm = ({ when, intro, fields, consent }: FormValues): StoredForm => ({
  ...{ when, intro: intro.trim() },
  fields: fields.map(({ key, label, type, required, description, options }) => ({
    ...{ key: key.trim(), label: label.trim(), type, required, description: description.trim() },
    options: type === 'select' ? linesOf(options) : [],
  })),
  consent: { text: consent.text.trim(), url: consent.url.trim() },
});

/** The problems of a form, by their paths in it. */
export function formMistakes({ when, fields, consent }: FormValues): [string, string][] {
  const keys = fields.map(({ key }) => key.trim());
  const ofFields = fields.flatMap(({ label, type, options }, index): [string, string][] => {
    const at = `form.fields.${index}`;
    const key = keys[index] ?? '';
    return [
      ...(label.trim() === '' ? [[`${at}.label`, 'Enter a label.'] satisfies [string, string]] : []),
      ...(/^[a-zA-Z]\w{0,39}$/.test(key)
        ? []
        : [[`${at}.key`, 'Use letters, digits and underscores.'] satisfies [string, string]]),
      ...(keys.indexOf(key) === index ? [] : [[`${at}.key`, 'Another field has this key.'] satisfies [string, string]]),
      ...(type === 'select' && linesOf(options).length === 0
        ? [[`${at}.options`, 'Enter at least one choice.'] satisfies [string, string]]
        : []),
    ];
  });
  const isUrl = consent.url.trim() === '' || /^https?:\/\/\S+$/.test(consent.url.trim());
  return [
    ...ofFields,
    ...(when !== 'off' && fields.length === 0 ? [['form.when', 'Add a field first.'] satisfies [string, string]] : []),
    ...(isUrl ? [] : [['form.consent.url', 'Enter an address that begins with https://.'] satisfies [string, string]]),
  ];
}
