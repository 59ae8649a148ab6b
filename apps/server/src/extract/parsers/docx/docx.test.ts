// @module-tag pure

import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { paragraph, writeDocx } from '../../testing/docx-writer.ts';
import { read } from '../read.ts';

const office = 'http://schemas.openxmlformats.org';
const word = `xmlns:w="${office}/wordprocessingml/2006/main"`;

const readBody = async (body: string, parts?: Parameters<typeof writeDocx>[1]) => {
  const { documents, warnings } = await read({ format: 'docx', fileName: 'x.docx' }, writeDocx(body, parts));
  return { text: documents[0]?.text, warnings };
};
const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;

const shape = (text: string) =>
  `<w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${paragraph(text)}</w:txbxContent>` +
  '</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>';
const older = (text: string) =>
  `<w:pict xmlns:v="urn:schemas-microsoft-com:vml"><v:shape><v:textbox><w:txbxContent>${paragraph(text)}</w:txbxContent></v:textbox></v:shape></w:pict>`;

test('text boxes come once, in the markup of any program', async () => {
  const both = `<mc:AlternateContent><mc:Choice>${shape('Box')}</mc:Choice><mc:Fallback>${older('Box')}</mc:Fallback></mc:AlternateContent>`;
  const alone = `<mc:AlternateContent><mc:Choice>${shape('Box')}</mc:Choice></mc:AlternateContent>`;
  for (const box of [both, alone, shape('Box'), older('Box')]) {
    expect((await readBody(`<w:p>${run('Text')}<w:r>${box}</w:r></w:p>`)).text).toBe('Text\n\nBox');
  }
});

test('formulas are linear text', async () => {
  const sign = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const fraction = `<m:f><m:num>${sign('a+b')}</m:num><m:den>${sign('2')}</m:den></m:f>`;
  const power = `<m:sSup><m:e>${sign('x')}</m:e><m:sup>${sign('2')}</m:sup></m:sSup>`;
  const root = `<m:rad><m:deg/><m:e>${sign('y')}</m:e></m:rad>`;
  const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${sign('i=1')}</m:sub><m:sup>${sign('n')}</m:sup><m:e>${sign('i')}</m:e></m:nary>`;
  const body = `<w:p>${run('So ')}<m:oMath>${fraction}${sign('=')}${power}</m:oMath></w:p><m:oMathPara><m:oMath>${sum}${sign('+')}${root}</m:oMath></m:oMathPara>`;
  expect((await readBody(body)).text).toBe('So (a+b)/2=x^2\n\n∑_(i=1)^n i+√(y)');
});

test('hidden, struck and deleted text is left out, each with a note', async () => {
  const styles = `<w:styles ${word}><w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`;
  const body = [
    `<w:p>${run('Price: ')}${run('40 ', '<w:strike/>')}${run('55')}${run(' hidden', '<w:vanish/>')}`,
    `${run(' styled', '<w:rStyle w:val="Secret"/>')}${run(' shown', '<w:vanish w:val="0"/><w:strike w:val="false"/>')}`,
    `<w:del><w:r><w:delText> gone</w:delText></w:r></w:del><w:ins>${run(' added')}</w:ins></w:p>`,
  ].join('');
  const { text, warnings } = await readBody(body, { 'word/styles.xml': strToU8(styles) });
  expect(text).toBe('Price: 55 shown added');
  expect(warnings.map(({ code, message }) => `${code} ${/\d+/.exec(message)}`)).toEqual([
    'struck_text 1',
    'hidden_text 2',
    'deleted_text 1',
  ]);
});

test('headers and footers come once, and pictures are told', async () => {
  const picture =
    '<w:r><w:drawing><wp:inline><a:graphic><pic:pic><a:blip/></pic:pic></a:graphic></wp:inline></w:drawing></w:r>';
  const { text, warnings } = await readBody(`<w:p>${run('Text')}${picture}</w:p>`, {
    'word/header1.xml': strToU8(`<w:hdr ${word}>${paragraph('Acme')}</w:hdr>`),
    'word/header2.xml': strToU8(`<w:hdr ${word}>${paragraph('Acme')}</w:hdr>`),
    'word/footer1.xml': strToU8(`<w:ftr ${word}>${paragraph('Call 0800')}</w:ftr>`),
  });
  expect(text).toBe('Acme\n\nText\n\nCall 0800');
  expect(warnings).toEqual([{ code: 'pictures', message: 'Pictures were left out in 1 place.' }]);
});

test('links have their addresses, as long as there is room', async () => {
  const relation = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/hyperlink" Target="${target}" TargetMode="External"/>`;
  const relations = `<Relationships xmlns="${office}/package/2006/relationships">${relation('a', 'https://acme.example/form')}${relation('b', 'javascript:alert(1)')}${relation('c', `https://acme.example/${'x'.repeat(1_900)}`)}</Relationships>`;
  const link = (id: string, text: string) =>
    `<w:hyperlink xmlns:r="${office}/officeDocument/2006/relationships" r:id="${id}">${run(text)}</w:hyperlink>`;
  const parts = { 'word/_rels/document.xml.rels': strToU8(relations) };
  const { text } = await readBody(`<w:p>${link('a', 'the form')}${run(' and ')}${link('b', 'script')}</w:p>`, parts);
  expect(text).toBe('[the form](https://acme.example/form) and script');
  const many = await readBody(`<w:p>${link('c', 'y').repeat(700)}</w:p>`, parts);
  expect(many.text?.length).toBeLessThan(1.1 * 2 ** 20);
});
