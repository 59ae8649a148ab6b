import { createExtractor } from '/tmp/w/kc/apps/server/src/features/knowledge/extract/extractor.ts';
const x = createExtractor();
const s = new AbortController().signal;
const enc = (t: string) => new TextEncoder().encode(t);
const go = async (kind: any, text: string | Uint8Array, more = {}) => {
  const t = Date.now();
  try {
    const { documents, warnings } = await x.extract({ kind, bytes: typeof text === 'string' ? enc(text) : text, ...more }, s);
    const d = documents[0]!;
    console.log(kind, Date.now() - t, 'ms', JSON.stringify({ ...d, text: d.text.slice(0, 600), n: d.text.length, marks: d.marks.slice(0, 8), links: d.links?.slice(0,5) }), warnings);
    const p = await x.prepare(documents, s);
    console.log('  chunks', p[0]!.chunks.length, p[0]!.chunks.slice(0,3).map(c => [c.start, c.end, c.headings, c.page]));
  } catch (e: any) { console.log(kind, Date.now() - t, 'ms', e.code, e.message, e.hint, e.detail); }
};
await go('text', 'Hello\n\nworld\r\nline\f second page ' + 'x'.repeat(3000), { fileName: 'a.txt' });
await go('markdown', '---\ntitle: "Front"\n---\n# Hi *there*\n\nSome [link](http://x) &amp; `co<de` text.\n\n- a\n- b\n  - c\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n```js\nfoo\n\nbar\n```\n<table><tr><td>x</td><td>y</td></tr></table>\n');
await go('html', '<!doctype html><html lang=de><head><title>T &eacute;</title><link rel=canonical href="/c"></head><body><nav><a href="/x#y">Nav</a></nav><main><h1>Head</h1><p>Para <b>bold</b>&nbsp;text.<br>line<ul><li>one<li>two<ol><li>n</ol></ul><table><tr><th>a<th>b<tr><td>1<td>2</table><pre>code\n  indented</pre></main><footer>foot</footer>', { url: 'https://ex.com/p/' });
await go('html', '<div>'.repeat(5000) + 'deep text here' + '</div>'.repeat(5000));
await go('html', '<div>'.repeat(2_000_000) + 'deep text here');
await go('html', '<html><body><div id="root"></div><script src=x></script></body>');
await go('csv', 'Name;Price\nApple;1,20\nPear;2\n');
await go('csv', 'Name,"Pri\nce"\nApple,"unclosed\n');
await go('docx', 'PK\x03\x04garbage');
await go('pdf', '%PDF-1.4 garbage');
await x.close();
