import type { KindOutput } from '../kind.ts';
import { canonical } from '../schemas/canonical.ts';
import type { Sdk } from './sdk.ts';

type Result = Awaited<ReturnType<InstanceType<Sdk['Client']>['callTool']>>;
type Part = Result['content'][number];

/** Max length of an address or media type that is named. */
const maxName = 200;

/** Converts the result of a tool to text for the model: pictures, sound and files are named by type and size. */
export function toOutput({ content, structuredContent, isError = false }: Result): KindOutput {
  const parts = content.map(textOf);
  if (structuredContent !== undefined && !content.some((part) => says(part, structuredContent))) {
    parts.push(JSON.stringify(structuredContent));
  }
  return { content: parts.join('\n'), isError };
}

/** True if a part is the text of a value: servers send both for clients that know only one. */
function says(part: Part, value: unknown): boolean {
  if (part.type !== 'text') return false;
  try {
    return canonical(JSON.parse(part.text)) === canonical(value);
  } catch {
    return false;
  }
}

function textOf(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[${part.type} ${short(part.mimeType)}, ${Buffer.byteLength(part.data, 'base64')} bytes]`;
    case 'resource_link':
      return `[link ${short(part.uri)}${part.mimeType === undefined ? '' : `, ${short(part.mimeType)}`}]`;
    case 'resource': {
      const { resource } = part;
      const bytes = 'text' in resource ? Buffer.byteLength(resource.text) : Buffer.byteLength(resource.blob, 'base64');
      return `[resource ${short(resource.uri)}, ${short(resource.mimeType ?? 'unknown type')}, ${bytes} bytes]`;
    }
  }
}

const short = (text: string): string => (text.length > maxName ? `${text.slice(0, maxName)}…` : text);
