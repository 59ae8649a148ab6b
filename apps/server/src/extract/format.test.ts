import { deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SourceFailure } from './document.ts';
import { formatOf } from './format.ts';
import { paragraph, writeDocx } from './testing/docx-writer.ts';
import { latin1, utf8 } from './testing/extracting.ts';
import { writePdf } from './testing/pdf-writer.ts';

const judge = (name: string, bytes: Uint8Array, type = '') => {
  const found = formatOf({ fileName: name, contentType: type }, bytes);
  return found instanceof SourceFailure ? `${found.code}: ${found.message}` : found;
};

test('a file is what its first bytes say, whatever its name and type', () => {
  expect(judge('x.txt', writePdf({ pages: [[]] }), 'text/plain')).toBe('pdf');
  expect(judge('x', latin1(`junk\n%PDF-1.4`))).toBe('pdf');
  expect(judge('x.pdf', utf8('plain text'), 'application/pdf')).toBe('text');
  expect(judge('x.bin', writeDocx(paragraph('x')))).toBe('zip');
  expect(judge('x.pdf', utf8('<!DOCTYPE html><p>x'))).toBe('html');
});

test('texts are told apart by their names and types', () => {
  expect(judge('a.md', utf8('x'))).toBe('markdown');
  expect(judge('a.CSV', utf8('x'))).toBe('csv');
  expect(judge('a', utf8('a;b'), 'text/csv; charset=utf-8')).toBe('csv');
  expect(judge('a', utf8('x'), 'text/markdown')).toBe('markdown');
  expect(judge('a.htm', utf8('x'))).toBe('html');
  expect(judge('README', utf8('x'))).toBe('text');
  expect(judge('a.json', utf8('[1]'), 'application/json')).toBe('json');
  expect(judge('a.adoc', utf8('= x'))).toBe('asciidoc');
  expect(judge('a.rst', utf8('x'))).toBe('rst');
  expect(judge('a.org', utf8('* x'))).toBe('org');
  expect(judge('a', utf8('x'), 'text/calendar')).toBe('calendar');
  expect(judge('a.vtt', utf8('x'))).toBe('subtitles');
  expect(judge('a.txt', new Uint8Array(Buffer.from('wide', 'utf16le')))).toBe('text');
  expect(judge('a.txt', new Uint8Array(Buffer.from('\ufeff漢字', 'utf16le')))).toBe('text');
  expect(judge('a.txt', utf8('BMW builds cars.'))).toBe('text');
  expect(judge('a.txt', utf8('We take WEBP files.'))).toBe('text');
  expect(judge('a.txt', utf8('OggS is a magic number.'))).toBe('text');
  expect(judge('a.txt', latin1('caf\xe9'))).toBe('text');
});

test('what can’t be read is named', () => {
  const unsupported = (what: string) => `unsupported_type: This is ${what}.`;
  const zip = (inside: string) => latin1(`PK\x03\x04\x14\0\0\0\0\0${inside}`);
  expect(judge('x.pdf', latin1('\x89PNG\r\n\x1a\n'))).toBe(unsupported('a PNG image'));
  expect(judge('x.txt', latin1('\xff\xd8\xff\xe0\0\x10JFIF\0'))).toBe(unsupported('a JPEG image'));
  expect(judge('x.txt', latin1('RIFF\0\0\0\0WEBPVP8 '))).toBe(unsupported('a WebP image'));
  expect(judge('x.txt', latin1('\0\0\0\x18ftypisom'))).toBe(unsupported('an MP4 recording'));
  expect(judge('x.txt', new Uint8Array(gzipSync('x')))).toBe(unsupported('a gzip archive'));
  expect(judge('x.zip', zip('a.txt'))).toBe(unsupported('a ZIP archive'));
  expect(judge('x.exe', latin1('MZ\x90\0\x03\0\0\0'))).toBe(unsupported('a Windows program'));
  expect(judge('x.txt', new Uint8Array(deflateSync(Buffer.alloc(5_000, 'abc'))))).toMatch(/^unsupported_type: /);
  expect(judge('x.txt', new Uint8Array())).toBe('no_text: The file is empty.');
});

test('what a text begins with counts more than a general name', () => {
  const mail = 'Return-Path: <a@b.example>\r\nReceived: by x;\r\n  later\r\nFrom: Ann <a@b.example>\r\n\r\nx';
  expect(judge('mail.txt', utf8(mail))).toBe('mail');
  expect(judge('x', utf8('From: Ann\nTo: Bob\nSubject: a memo\n\nHi.'))).toBe('text');
  expect(judge('x.doc', utf8('{\\rtf1 x}'))).toBe('rtf');
  expect(judge('x.txt', utf8('{\n  "a": 1}'))).toBe('json');
  expect(judge('x.txt', utf8('[1] A reference'))).toBe('text');
  expect(judge('x.txt', utf8('{placeholder}: text'))).toBe('text');
  expect(judge('x', utf8('<?xml version="1.0"?>\n<feed/>'))).toBe('xml');
  expect(judge('x.xml', utf8('<?xml version="1.0"?>\n<html xmlns="x"/>'))).toBe('html');
  expect(judge('x.md', utf8('<html>'))).toBe('markdown');
  expect(judge('x.txt', utf8('\ufeffWEBVTT\n\n'))).toBe('subtitles');
  expect(judge('x.txt', utf8('1\r\n00:00:01,000 --> 00:00:02,000\r\nx'))).toBe('subtitles');
  expect(judge('x.txt', utf8('BEGIN:VCALENDAR\r\n'))).toBe('calendar');
});

test('a document that is an archive or a compound file is told apart by its parser', () => {
  const zip = (inside: string) => latin1(`PK\x03\x04\x14\0\0\0\0\0${inside}`);
  expect(judge('x.bin', zip('[Content_Types].xml'))).toBe('zip');
  expect(judge('x', zip('xl/workbook.xml'))).toBe('zip');
  expect(judge('x', zip('mimetypeapplication/vnd.oasis.opendocument.text'))).toBe('zip');
  expect(judge('x.epub', zip('other'))).toBe('zip');
  expect(judge('x', zip('a.txt'), 'application/epub+zip')).toBe('zip');
  expect(judge('x.doc', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'))).toBe('ole');
});

test('each failure says what to do', () => {
  const failure = formatOf({ fileName: 'x.zip', contentType: '' }, latin1('PK\x03\x04a.txt'));
  expect(failure).toMatchObject({
    code: 'unsupported_type',
    hint: 'Unpack it and upload its files.',
    retry: false,
  });
});
