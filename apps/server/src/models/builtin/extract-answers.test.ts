// @module-tag pure

import { describe, expect, test } from 'vitest';
import { foundPassage } from '../../../testing/fixtures/passages.ts';
import type { FoundPassage, ModelPart } from '../model.ts';
import { extract } from './extract.ts';

const nothing = 'I have found nothing about that in my knowledge sources.';

interface Case {
  /** A page each; what is before a `|` is its title. */
  readonly pages: readonly string[];
  /** A question, and its whole answer: what is between paragraphs is between quotes. */
  readonly asked: readonly (readonly [question: string, answer: string])[];
}

const cases: Readonly<Record<string, Case>> = {
  'English, a pronoun': {
    pages: ['Express delivery takes one working day. It costs 12 euros. We also sell pens.'],
    asked: [
      ['How much is express delivery?', 'Express delivery takes one working day. It costs 12 euros.'],
      ['Who is your chief executive?', nothing],
      ['Is it with you?', nothing],
    ],
  },
  'English, a figure two sentences on': {
    pages: ['A library card is for everyone. Fill in the form at the desk. The fee is $10 a year. We close at six.'],
    asked: [
      [
        'How much does a library card cost?',
        'A library card is for everyone. Fill in the form at the desk. The fee is $10 a year.',
      ],
    ],
  },
  'English, abbreviations and numbers': {
    pages: [
      'Our office is at 5 St. James St. in Leeds. Dr. Smith sees patients from 9.30 a.m. to noon. Version 2.1 is out.',
    ],
    asked: [
      ['When does Dr. Smith see patients?', 'Dr. Smith sees patients from 9.30 a.m. to noon.'],
      ['Where is your office?', 'Our office is at 5 St. James St. in Leeds.'],
    ],
  },
  'English, headings, questions and lists': {
    pages: [
      'Returns\n\nSend the book back within 30 days. We refund the price at once.\n\nExpress delivery\n\nOne working day.',
      'Help|How do I reset my password?\n\nOpen the settings and choose Reset.\n\nHow do I delete my account?\n\nWrite to us.',
      'You can pay by:\n\n- credit card\n- invoice, from the second order on\n\nVouchers are sold in the shop.',
      'Opening hours\n\nMonday to Friday: 9 to 18\nSaturday: 10 to 14\nSunday: closed',
      'Gifts\n\nOpen your order and print the label. You get a voucher. We send it by mail.\n\nThe end.',
      'To change the battery:\n\n1. Open the lid.\n2. Take out the battery.\n3. Close the lid.\n\nWarranty is two years.',
    ],
    asked: [
      ['How long do I have to send the book back?', 'Send the book back within 30 days.'],
      ['How long does express delivery take?', 'Express delivery\n\nOne working day.'],
      ['How can I reset a password?', 'Open the settings and choose Reset.'],
      ['How can I delete my account?', 'Write to us.'],
      ['Can I pay by invoice?', 'You can pay by:\n\n- credit card\n- invoice, from the second order on'],
      ['What are the opening hours?', 'Opening hours\n\nMonday to Friday: 9 to 18\nSaturday: 10 to 14\nSunday: closed'],
      ['Is it closed on Sunday?', 'Sunday: closed'],
      ['What about gifts?', 'Gifts\n\nOpen your order and print the label. You get a voucher. We send it by mail.'],
      [
        'How do I change the battery?',
        'To change the battery:\n\n1. Open the lid.\n2. Take out the battery.\n3. Close the lid.',
      ],
    ],
  },
  'English, a title alone is no answer': {
    pages: ['Gift wrapping|Gift wrapping'],
    asked: [['Do you offer gift wrapping?', `${nothing}\n\nThe nearest passage: Gift wrapping`]],
  },
  'English, what refers back comes with it': {
    pages: ['We deliver to Norway by ship. This takes nine days and customs are included. Pens are blue.'],
    asked: [['Are customs included?', 'We deliver to Norway by ship. This takes nine days and customs are included.']],
  },
  'English, two things from two sources, and from one': {
    pages: [
      'Gift wrapping costs 3 euros. Choose it at the checkout.',
      'Our shop opens at nine. The parking lot is behind the house.',
    ],
    asked: [
      [
        'What does gift wrapping cost and when does your shop open?',
        'Gift wrapping costs 3 euros.\n\nOur shop opens at nine.',
      ],
      [
        'When does your shop open? Where is the parking lot?',
        'Our shop opens at nine.\n\nThe parking lot is behind the house.',
      ],
      ['When does your shop open? And who wrote Peer Gynt?', 'Our shop opens at nine.'],
      ['Who wrote Peer Gynt and the parking lot?', nothing],
    ],
  },
  'English, a word of the title doesn’t choose the sentence': {
    pages: ['Our shop|We were founded in 1987 by Mrs. A. B. Winter. Our dog is called Pippa. Dogs may enter the shop.'],
    asked: [['Who founded the shop?', 'We were founded in 1987 by Mrs. A. B. Winter.']],
  },
  German: {
    pages: [
      'Der Expressversand dauert einen Werktag. Er kostet 12 Euro. Unsere Filiale ist in Köln.',
      'Die Reparatur übernimmt unsere Werkstatt. Bitte melden Sie sich vorher an. Die Pauschale beträgt 25 €.',
      'Das Sommerfest beginnt am 3. Juli um 15 Uhr. Getränke, z. B. Limonade, sind frei.',
    ],
    asked: [
      ['Was kostet der Expressversand?', 'Der Expressversand dauert einen Werktag. Er kostet 12 Euro.'],
      [
        'Wie viel kostet die Reparatur?',
        'Die Reparatur übernimmt unsere Werkstatt. Bitte melden Sie sich vorher an. Die Pauschale beträgt 25 €.',
      ],
      ['Wann beginnt das Sommerfest?', 'Das Sommerfest beginnt am 3. Juli um 15 Uhr.'],
      ['Wie hoch ist der Eiffelturm?', nothing],
    ],
  },
  French: {
    pages: ['La livraison express prend un jour ouvré. Elle coûte 12 euros. Le magasin est à Lyon.'],
    asked: [
      ['Combien coûte la livraison express ?', 'La livraison express prend un jour ouvré. Elle coûte 12 euros.'],
      ['Où est le magasin ?', 'Le magasin est à Lyon.'],
      ['Qui a peint la Joconde ?', nothing],
    ],
  },
  Russian: {
    pages: ['Экспресс-доставка занимает один рабочий день. Она стоит 500 рублей. Наш магазин находится в Твери.'],
    asked: [
      ['Сколько стоит экспресс-доставка?', 'Экспресс-доставка занимает один рабочий день. Она стоит 500 рублей.'],
      ['Где находится магазин?', 'Наш магазин находится в Твери.'],
      ['Кто изобрёл радио?', nothing],
    ],
  },
  Chinese: {
    pages: ['快递需要一个工作日。费用为12元。我们的商店在上海。'],
    asked: [
      ['快递多少钱？', '快递需要一个工作日。费用为12元。'],
      ['商店在哪里？', '我们的商店在上海。'],
      ['谁写了红楼梦？', nothing],
    ],
  },
  Japanese: {
    pages: ['速達便は一営業日で届きます。料金は1200円です。店舗は大阪にあります。'],
    asked: [
      ['速達便の料金はいくらですか？', '速達便は一営業日で届きます。料金は1200円です。'],
      ['店舗はどこにありますか？', '店舗は大阪にあります。'],
      ['富士山の高さは何メートルですか？', nothing],
    ],
  },
  Arabic: {
    pages: ['يستغرق التوصيل السريع يوم عمل واحدا. وهو يكلف 12 يورو. يقع المتجر في القاهرة.'],
    asked: [
      ['كم سعر التوصيل السريع؟', 'يستغرق التوصيل السريع يوم عمل واحدا. وهو يكلف 12 يورو.'],
      ['أين يقع المتجر؟', 'يقع المتجر في القاهرة.'],
      ['من كتب ألف ليلة وليلة؟', nothing],
    ],
  },
  Hindi: {
    pages: ['एक्सप्रेस डिलीवरी में एक कार्य दिवस लगता है। इसकी कीमत 200 रुपये है। हमारी दुकान जयपुर में है।'],
    asked: [
      ['एक्सप्रेस डिलीवरी की कीमत कितनी है?', 'एक्सप्रेस डिलीवरी में एक कार्य दिवस लगता है। इसकी कीमत 200 रुपये है।'],
      ['दुकान कहाँ है?', 'हमारी दुकान जयपुर में है।'],
      ['ताजमहल किसने बनवाया?', nothing],
    ],
  },
  Thai: {
    pages: ['การจัดส่งด่วนใช้เวลาหนึ่งวันทำการ ซึ่งมีค่าใช้จ่าย 120 บาท ร้านของเราตั้งอยู่ที่เชียงใหม่'],
    asked: [
      ['การจัดส่งด่วนราคาเท่าไหร่', 'การจัดส่งด่วนใช้เวลาหนึ่งวันทำการ ซึ่งมีค่าใช้จ่าย 120 บาท'],
      ['ร้านตั้งอยู่ที่ไหน', 'ร้านของเราตั้งอยู่ที่เชียงใหม่'],
      ['ใครเป็นผู้แต่งสามก๊ก', nothing],
    ],
  },
};

const passageOf = (page: string, index: number): FoundPassage => {
  const [title, text] = page.includes('|') ? page.split('|') : [`Page ${index + 1}`, page];
  return foundPassage(index + 1, text ?? '', { title: title ?? '' });
};

async function ask(question: string, passages: readonly FoundPassage[]) {
  const parts: ModelPart[] = [];
  const messages = [{ role: 'user' as const, content: question }];
  const signal = new AbortController().signal;
  for await (const part of extract({ model: 'extract', system: '', messages, passages, temperature: 0, signal }))
    parts.push(part);
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    citations: parts.flatMap((part) => (part.type === 'citation' ? [part.citation] : [])),
  };
}

describe.each(Object.entries(cases))('%s', (_name, { pages, asked }) => {
  const passages = pages.map(passageOf);
  test.each(asked)('%s', async (question, answer) => {
    const { text, citations } = await ask(question, passages);
    expect(text).toBe(answer);
    expect(citations.length === 0).toBe(answer.startsWith(nothing));
    for (const { source, start = 0, end, quote } of citations) {
      const of = passages.find((passage) => passage.source === source);
      expect(of?.text.slice(start - of.start, (end ?? 0) - of.start)).toBe(quote);
    }
  });
});
