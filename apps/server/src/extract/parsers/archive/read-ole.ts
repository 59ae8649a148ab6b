import { CFB } from '@e965/xlsx';
import { type Extraction, SourceFailure } from '../../document.ts';
import type { Input } from '../input.ts';

/** Kinds of compound files, each by a stream in it. */
const kinds: readonly (readonly [stream: RegExp, read: (input: Input) => Promise<Extraction>])[] = [
  [
    /\/(?:EncryptedPackage|EncryptionInfo)$/i,
    async () => {
      throw new SourceFailure('encrypted_file');
    },
  ],
  [/^[^/]*\/(?:Workbook|Book)$/i, async (input) => (await import('../sheets/read-workbook.ts')).readWorkbook(input)],
  [/^[^/]*\/__properties_version1\.0$/i, async (input) => (await import('../mail/read-msg.ts')).readMsg(input)],
  [/^[^/]*\/WordDocument$/i, async () => unsupported('a document of an older Word', 'Save it as DOCX or PDF.')],
  [
    /^[^/]*\/PowerPoint Document$/i,
    async () => unsupported('a presentation of an older PowerPoint', 'Save it as PPTX or PDF.'),
  ],
];

/** Reads a compound file of Microsoft Office (MS-CFB): an XLS workbook or an Outlook message. Its streams say which. */
export async function readOle(input: Input): Promise<Extraction> {
  const paths = pathsOf(input.bytes);
  const found = kinds.find(([stream]) => paths.some((path) => stream.test(path)));
  if (found === undefined) return unsupported('a file of an older Microsoft program', 'Save it as PDF.');
  return found[1](input);
}

function pathsOf(bytes: Uint8Array): readonly string[] {
  try {
    return CFB.read(bytes, { type: 'array' }).FullPaths;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof RangeError) throw error;
    throw new SourceFailure('broken_file', { detail: `cfb: ${error.message}` });
  }
}

function unsupported(what: string, hint: string): never {
  throw new SourceFailure('unsupported_type', { message: `This is ${what}.`, hint });
}
