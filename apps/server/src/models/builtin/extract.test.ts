// @module-tag pure

import { describe, expect, test } from 'vitest';
import { foundPassage } from '../../../testing/fixtures/passages.ts';
import type { FoundPassage, ModelPart, Passage } from '../model.ts';
import { extract } from './extract.ts';
import { nothingIn } from './person-offer.ts';

const ask = async (questions: string | readonly string[], passages: readonly FoundPassage[]) => {
  const parts: ModelPart[] = [];
  const messages = [questions].flat().map((content) => ({ role: 'user' as const, content }));
  const signal = new AbortController().signal;
  for await (const part of extract({ model: 'extract', system: '', messages, passages, temperature: 0, signal }))
    parts.push(part);
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const citations = parts.flatMap((part): Passage[] => (part.type === 'citation' ? [part.citation] : []));
  return { text, citations, parts };
};

const nothing = 'I have found nothing about that in my knowledge sources.';

/** A help page in each language, a question that it answers, the sentence that does, and one about something else. */
const pages: Readonly<Record<string, readonly [page: string, question: string, answer: string, other: string]>> = {
  English: [
    'Welcome to our bookshop. Parcels within the country take two to four days. Returns are free for 30 days. Our shop in Berlin is open from nine to six.',
    'How many days do I have for returns?',
    'Returns are free for 30 days.',
    'What is the capital of France?',
  ],
  German: [
    'Willkommen in unserer Buchhandlung. Pakete im Inland brauchen zwei bis vier Tage. Die Rückgabe ist 30 Tage lang kostenlos. Unser Laden in Berlin öffnet um neun.',
    'Wann öffnet der Laden in Berlin?',
    'Unser Laden in Berlin öffnet um neun.',
    'Wie hoch ist die Zugspitze?',
  ],
  French: [
    'Bienvenue dans notre librairie. Les colis arrivent en deux à quatre jours. Les retours sont gratuits pendant trente jours. La boutique ouvre à neuf heures.',
    'Est-ce que les retours sont gratuits ?',
    'Les retours sont gratuits pendant trente jours.',
    'Qui a écrit Les Misérables ?',
  ],
  Spanish: [
    'Bienvenido a nuestra librería. Los paquetes llegan en dos o cuatro días. Las devoluciones son gratuitas durante treinta días. La tienda abre a las nueve.',
    '¿A qué hora abre la tienda?',
    'La tienda abre a las nueve.',
    '¿Cuál es la montaña más alta del mundo?',
  ],
  Russian: [
    'Добро пожаловать в наш магазин. Доставка посылок занимает от двух до четырёх дней. Возврат бесплатный в течение тридцати дней. Магазин открывается в девять.',
    'Сколько дней занимает доставка посылки?',
    'Доставка посылок занимает от двух до четырёх дней.',
    'Кто написал «Войну и мир»?',
  ],
  Chinese: [
    '欢迎来到我们的书店。国内包裹需要两到四天。三十天内可以免费退货。柏林的商店九点开门。',
    '可以免费退货吗？',
    '三十天内可以免费退货。',
    '世界上最高的山是什么？',
  ],
  Japanese: [
    '私たちの書店へようこそ。国内の荷物は二日から四日かかります。返品は三十日間無料です。ベルリンの店は九時に開きます。',
    '返品は無料ですか？',
    '返品は三十日間無料です。',
    '世界で一番高い山は何ですか？',
  ],
  Thai: [
    'ยินดีต้อนรับสู่ร้านหนังสือของเรา พัสดุในประเทศใช้เวลาสองถึงสี่วัน การคืนสินค้าฟรีภายในสามสิบวัน ร้านในเบอร์ลินเปิดเวลาเก้าโมง',
    'คืนสินค้าฟรีไหม',
    'การคืนสินค้าฟรีภายในสามสิบวัน',
    'ภูเขาที่สูงที่สุดในโลกคืออะไร',
  ],
  Arabic: [
    'مرحبا بكم في مكتبتنا. تستغرق الطرود من يومين إلى أربعة أيام. الإرجاع مجاني لمدة ثلاثين يوما. يفتح المتجر في التاسعة.',
    'هل الإرجاع مجاني؟',
    'الإرجاع مجاني لمدة ثلاثين يوما.',
    'ما هي عاصمة فرنسا؟',
  ],
  Hindi: [
    'हमारी किताबों की दुकान में आपका स्वागत है। पार्सल दो से चार दिन में पहुँचता है। वापसी तीस दिन तक मुफ़्त है। दुकान नौ बजे खुलती है।',
    'क्या वापसी मुफ़्त है?',
    'वापसी तीस दिन तक मुफ़्त है।',
    'फ्रांस की राजधानी क्या है?',
  ],
};

describe('builtin/extract', () => {
  test.each(Object.entries(pages))(
    '%s: quotes the sentence that answers, and nothing for another question',
    async (_language, [page, question, answer, other]) => {
      const passages = [foundPassage(1, page)];
      const { text, citations } = await ask(question, passages);
      expect(text).toBe(answer);
      expect(citations).toMatchObject([{ quote: answer, start: 100 + page.indexOf(answer) }]);
      expect((await ask(other, passages)).text).toBe(nothing);
    },
  );

  test('each answer is followed by its citation; at most three, and none twice', async () => {
    const passages = [1, 2, 3, 4, 5].map((number) =>
      foundPassage(number, `Parcels to country ${number} take ${number} days.`),
    );
    const { parts, text, citations } = await ask('How long do parcels to my country take?', [
      ...passages,
      foundPassage(6, 'Parcels to country 1 take 1 days.'),
    ]);
    expect(text.split('\n\n')).toEqual([1, 2, 3].map((n) => `Parcels to country ${n} take ${n} days.`));
    expect(citations.map(({ source }) => source)).toEqual(['src_1', 'src_2', 'src_3']);
    expect(parts.filter(({ type }) => type === 'citation').length).toBe(3);
    expect(parts.at(-1)).toMatchObject({ type: 'end', finishReason: 'stop' });
  });

  test('a pair answers with its answer alone', async () => {
    const pair = foundPassage(1, 'Can I return a book?\n\nYes, within 30 days. Send it back unread.', {
      ...{ sourceType: 'qa', title: 'Can I return a book?' },
    });
    const page = foundPassage(2, 'You can return a book. We like books.');
    const { text, citations } = await ask('Can I return my book?', [page, pair]);
    expect(text).toBe('Yes, within 30 days. Send it back unread.');
    expect(citations).toMatchObject([{ source: 'src_1', quote: text, start: 122 }]);
  });

  test('a short question continues the one before it', async () => {
    const passages = [foundPassage(1, 'We ship parcels to Norway. A parcel to Norway costs 12 euros.')];
    expect((await ask(['Do you ship parcels to Norway?', 'And how much is that?'], passages)).text).toContain('Norway');
    expect((await ask(['Who wrote Peer Gynt?', 'And how much is that?'], passages)).text).toBe(nothing);
  });

  test('a heading is quoted with what follows it, and a wrapped line is one sentence', async () => {
    const hours = foundPassage(1, 'Opening hours\n\nMonday to Friday from nine to six.\n\nSomething else.');
    expect((await ask('What are the opening hours?', [hours])).text).toBe(
      'Opening hours\n\nMonday to Friday from nine to six.',
    );
    const wrapped = foundPassage(
      1,
      'The guarantee for a defective machine that you bought\nfrom us lasts two years. The end.',
    );
    expect((await ask('How long does the guarantee last?', [wrapped])).text).toBe(
      'The guarantee for a defective machine that you bought from us lasts two years.',
    );
  });

  test('without passages it says so', async () => {
    expect(await ask('What of it?', [])).toMatchObject({ text: nothing, citations: [] });
  });
});

describe('a question for which nothing was found, after another one', () => {
  const asked = (texts: readonly string[], person?: { readonly word: string | null }) =>
    nothingIn({
      messages: texts.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })),
      person,
    });

  test('offers a person with the button of the chat, or with a word', () => {
    expect(asked(['Where is it?', nothing, 'What is the price?'], { word: null })).toBe(
      `${nothing}\n\nYou can also talk to a person: the button is below.`,
    );
    expect(asked(['Where is it?', nothing, 'What is the price?'], { word: '$& me' })).toContain('write “$& me”');
  });

  test('offers it in the language of the question, and again for the next one', () => {
    const offered = asked(['Wo ist das?', nothing, 'Wo ist der Laden?'], { word: 'Mensch' });
    expect(offered).toBe(
      'Das weiß ich nicht: Meine Wissensquellen sagen dazu nichts.\n\nSie können auch mit einem Menschen sprechen: Schreiben Sie „Mensch“.',
    );
    expect(asked(['Wo?', offered, 'Wo ist der Laden?'], { word: 'Mensch' })).toBe(offered);
    expect(asked(['Wo?', nothing, 'Gdzie jest sklep i czy jest czynny?'], { word: null })).toContain(
      'talk to a person',
    );
  });

  test('offers none after an answer, for the first question, or if the channel offers none', () => {
    expect(asked(['Where?', 'In Berlin.', 'What is the price?'], { word: null })).toBe(nothing);
    expect(asked(['What is the price?'], { word: null })).toBe(nothing);
    expect(asked(['Where?', nothing, 'What is the price?'])).toBe(nothing);
  });
});
