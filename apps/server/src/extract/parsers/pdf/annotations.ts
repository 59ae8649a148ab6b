/** An annotation of a page, as PDF.js gives it. */
interface Annotation {
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  readonly alternativeText?: string;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly hidden?: boolean;
  readonly password?: boolean;
  readonly buttonValue?: unknown;
  readonly exportValue?: unknown;
  readonly contentsObj?: { readonly str?: string };
}

/** Annotations with words for readers. */
const texts: ReadonlySet<string> = new Set([
  'FreeText',
  'Text',
  'Highlight',
  'Underline',
  'Squiggly',
  'Stamp',
  'Caret',
]);
/** Max annotations of a page that are read. */
const most = 2_000;

/** The lines that the fields and notes of a page say: `name: value`, and the words of a note. */
export function annotationLines(annotations: readonly unknown[]): string[] {
  return (annotations.slice(0, most) as readonly Annotation[]).flatMap((annotation) => {
    if (annotation.hidden === true) return [];
    if (annotation.subtype === 'Widget') return fieldLine(annotation);
    if (!texts.has(annotation.subtype ?? '')) return [];
    const words = annotation.contentsObj?.str?.trim() ?? '';
    return words === '' ? [] : [words];
  });
}

function fieldLine(annotation: Annotation): string[] {
  const { fieldName = '', alternativeText = '', password } = annotation;
  const value = password === true ? '' : filledValue(annotation);
  if (value === '') return [];
  const name = alternativeText.trim() || fieldName.replace(/^.*\.|\[\d+\]/g, '').trim();
  return [name === '' ? value : `${name}: ${value}`];
}

function filledValue({ fieldType, fieldValue, checkBox, radioButton, buttonValue, exportValue }: Annotation): string {
  if (fieldType === 'Btn') {
    if (typeof fieldValue !== 'string' || fieldValue === 'Off') return '';
    if (checkBox === true && (exportValue === undefined || exportValue === fieldValue)) return '✓';
    return radioButton === true && buttonValue === fieldValue ? fieldValue : '';
  }
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values.filter((value) => typeof value === 'string' && value.trim() !== '').join(', ');
}
