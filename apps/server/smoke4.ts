import { getDocumentProxy } from 'unpdf';
import { writePdf } from './src/features/knowledge/extract/testing/pdf-writer.ts';
import { readFile } from 'node:fs/promises';
class F { constructor(o: any) { console.log('new', o); } async fetch(o: any) { console.log('fetch', o); return new Uint8Array(await readFile('/tmp/w/kc/node_modules/pdfjs-dist/cmaps/' + o.filename)); } }
const pdf = await getDocumentProxy(writePdf({ japanese: true, pages: [[{ text: '', hex: '93fa967b8cea82cc95b68fcd' }]] }), { cMapUrl: 'file:///x/', cMapPacked: true, useWorkerFetch: false, BinaryDataFactory: F, verbosity: 5, useSystemFonts: false, disableFontFace: true });
const p = await pdf.getPage(1);
console.log((await p.getTextContent()).items);
