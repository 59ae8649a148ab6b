import { fieldLimits, fileLimit } from '../../../../api/field-limits.ts';
import { folderOf } from '../../../../ui/forms/dropped-files.ts';
import { bytesInWords } from '../../../usage/quota-words.ts';

/** The endings of files that can be read. Pictures are, if the server recognises text; it says so if it doesn't. */
export const fileEndings: readonly string[] = [
  ...['.pdf', '.docx', '.xlsx', '.xlsm', '.xlsb', '.xls', '.pptx', '.odt', '.ods', '.odp', '.epub', '.rtf'],
  ...['.html', '.htm', '.xhtml', '.md', '.markdown', '.txt', '.csv', '.tsv', '.json', '.jsonl', '.xml', '.eml', '.msg'],
  ...['.ics', '.vtt', '.srt', '.ipynb', '.adoc', '.rst', '.org'],
  ...['.png', '.jpg', '.jpeg', '.tif', '.tiff', '.webp'],
];

/** The kinds of these files, in words. */
export const fileKinds =
  'PDF, Word, Excel, PowerPoint, OpenDocument, EPUB, RTF, mail, HTML, Markdown, plain text, CSV, JSON, XML, or pictures if this server recognises text';

/** A file that a user has chosen, and what becomes of it. */
export interface ChosenFile {
  readonly key: number;
  readonly file: File;
  readonly state: 'chosen' | 'refused' | 'sending' | 'sent' | 'failed';
  /** The bytes that are sent. */
  readonly sent: number;
  /** Why it is refused, or failed. */
  readonly problem?: string;
}

/** Why a file can't be read; undefined if it can be tried. */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (size === 0) return 'The file is empty.';
  if (size > fieldLimits.fileBytes)
    return `Has ${bytesInWords(size)}; at most ${fileLimit} can be read. Split it, and add its parts.`;
  const isKnown = fileEndings.some((ending) => name.toLowerCase().endsWith(ending));
  return isKnown ? undefined : `This type of file can’t be read. Use ${fileKinds}.`;
}

/** A list with one more batch of files; those that can't be read are refused at once. */
export function choose(files: readonly ChosenFile[], added: readonly File[]): readonly ChosenFile[] {
  const first = (files.at(-1)?.key ?? 0) + 1;
  const fresh = added.filter((file) => !files.some((each) => isSame(each.file, file)));
  return [
    ...files,
    ...fresh.map((file, index): ChosenFile => {
      const problem = refusalOf(file);
      const about = { key: first + index, file, sent: 0 };
      return problem === undefined ? { ...about, state: 'chosen' } : { ...about, state: 'refused', problem };
    }),
  ];
}

const isSame = (one: File, other: File) =>
  folderOf(one) === folderOf(other) &&
  one.name === other.name &&
  one.size === other.size &&
  one.lastModified === other.lastModified;
