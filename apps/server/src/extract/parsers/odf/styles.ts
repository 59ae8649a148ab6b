import { attribute, parseXml } from '../archive/xml.ts';

/** Names of the styles whose text, table or slide isn't shown. */
export function hiddenStyles(...parts: readonly string[]): ReadonlySet<string> {
  const hidden = new Set<string>();
  for (const xml of parts.filter((part) => part !== '')) {
    let style = '';
    parseXml(xml, {
      open(name, attributes) {
        if (name === 'style') style = attribute(attributes, 'name') ?? '';
        const isHidden =
          (name === 'text-properties' && attributes['text:display'] === 'none') ||
          (name === 'table-properties' && attributes['table:display'] === 'false') ||
          (name === 'drawing-page-properties' && attributes['presentation:visibility'] === 'hidden');
        if (isHidden) hidden.add(style);
      },
      close(name) {
        if (name === 'style') style = '';
      },
    });
  }
  hidden.delete('');
  return hidden;
}
