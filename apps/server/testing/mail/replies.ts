import { type MailLanguage, mailLanguages } from './languages.ts';
import type { CorpusMail } from './write-corpus-mail.ts';

/** A mail program, and how it writes an answer in a language: the content and the text that must be read. */
type Shape = (language: MailLanguage) => { readonly text: string; readonly isHtml?: boolean; readonly reads: string };

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const both = ({ answers }: MailLanguage): string => answers.join('\n\n');
const marked = ({ quoted }: MailLanguage): string => quoted.map((line) => `> ${line}`).join('\n');
const divs = (lines: readonly string[]): string => lines.map((line) => `<div>${escaped(line)}</div>`).join('');
const headerDivs = ({ header }: MailLanguage): string =>
  `<p>${header.map((line) => `<b>${escaped(line).replace(/([:：])/, '$1</b>')}`).join('<br>')}</p>`;

/** Answers as the programs write them that exist in all languages. */
const replyShapes: Readonly<Record<string, Shape>> = {
  'Gmail, above': (of) => ({ text: `${both(of)}\n\n${of.attribution}\n\n${marked(of)}`, reads: both(of) }),
  'Gmail, folded': (of) => ({
    text: `${both(of)}\n${of.attribution.replace(' <', '\n<').replace(' (<', '\n(<')}\n${marked(of)}`,
    reads: both(of),
  }),
  'Gmail, below': (of) => ({ text: `${of.attribution}\n\n${marked(of)}\n\n${both(of)}`, reads: both(of) }),
  'Gmail, between': (of) => ({
    text: `${of.attribution}\n> ${of.quoted[0]}\n\n${of.answers[0]}\n\n> ${of.quoted[1]}\n\n${of.answers[1]}\n`,
    reads: `> ${of.quoted[0]}\n\n${of.answers[0]}\n\n> ${of.quoted[1]}\n\n${of.answers[1]}`,
  }),
  'Gmail, HTML': (of) => ({
    text: `<div dir="ltr">${divs([of.answers[0], '', of.answers[1]]).replace('<div></div>', '<div><br></div>')}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escaped(of.attribution)}<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid rgb(204,204,204)">${divs(of.quoted)}</blockquote></div>`,
    isHtml: true,
    reads: both(of),
  }),
  'Gmail, HTML, between': (of) => ({
    text: `<div class="gmail_quote"><div class="gmail_attr">${escaped(of.attribution)}</div><blockquote class="gmail_quote">${of.quoted[0]}</blockquote><div>${of.answers[0]}</div><blockquote class="gmail_quote">${of.quoted[1]}</blockquote><div>${of.answers[1]}</div></div>`,
    isHtml: true,
    reads: `> ${of.quoted[0]}\n\n${of.answers[0]}\n\n> ${of.quoted[1]}\n\n${of.answers[1]}`,
  }),
  'Outlook for Windows': (of) => ({
    text: `${both(of)}\n\n${of.header.join('\n')}\n\n${of.quoted.join('\n')}`,
    reads: both(of),
  }),
  'Outlook for Windows, HTML': (of) => ({
    text: `<div class="WordSection1"><p class="MsoNormal">${of.answers[0]}</p><p class="MsoNormal">${of.answers[1]}</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in">${headerDivs(of)}</div></div><p class="MsoNormal">${of.quoted.join('<br>')}</p></div>`,
    isHtml: true,
    reads: both(of),
  }),
  'Outlook on the web': (of) => ({
    text: `<div>${of.answers[0]}<br><br>${of.answers[1]}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">${headerDivs(of)}</div><div>${of.quoted.join('<br>')}</div>`,
    isHtml: true,
    reads: both(of),
  }),
  'Outlook for telephones': (of) => ({
    text: `${both(of)}\n\nGet Outlook for iOS<https://aka.test/o>\n________________________________\n${of.header.join('\n')}\n\n${of.quoted.join('\n')}`,
    reads: both(of),
  }),
  'Apple Mail on a telephone': (of) => ({
    text: `${both(of)}\n\n${of.telephone}\n\n> ${of.attribution}\n> \n> ${of.quoted.join('\n> ')}\n`,
    reads: both(of),
  }),
  'Thunderbird, HTML, below': (of) => ({
    text: `<div class="moz-cite-prefix">${escaped(of.attribution)}<br></div><blockquote type="cite" cite="mid:x@shop.test"><p>${of.quoted.join('</p><p>')}</p></blockquote><p>${of.answers[0]}</p><p>${of.answers[1]}</p><pre class="moz-signature" cols="72">-- \nAda</pre>`,
    isHtml: true,
    reads: both(of),
  }),
};

/** Every program in every language. */
export const replies: readonly CorpusMail[] = Object.entries(mailLanguages).flatMap(([code, language]) =>
  Object.entries(replyShapes).map(([program, shape]) => {
    const { text, isHtml = false, reads } = shape(language);
    return {
      ...{ name: `${code}, ${program}`, text, reads, subject: `${language.re}: Lamp` },
      type: `text/${isHtml ? 'html' : 'plain'}; charset=utf-8`,
      headers: ['In-Reply-To: <parley.msg_1-0.AAAAAAAAAAAAAAAAAAAAAA@shop.test>'],
    };
  }),
);
