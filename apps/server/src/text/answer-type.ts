import { phrasesOf } from './phrases.ts';

/** The kind of answer that a question asks for, if its form shows that: an amount of money, or any figure. */
export type AnswerType = 'price' | 'figure' | undefined;

/** Questions that a price answers. */
const priceQuestions = phrasesOf(
  `how much, price*, pricing, cost*, fee, fees, charge*, wie viel, wieviel, was kostet, kostet, kosten, preis*, gebühr*,
  wie teuer, combien coûte*, combien ça, quel prix, prix, tarif*, coût*, cuánto cuesta*, cuánto vale*, precio*, coste*,
  quanto costa*, quanto custa*, prezz*, preço*, hoeveel kost, prijs*, cena*, ile kosztuje*, fiyat*, ücret*,
  сколько стоит, сколько стоят, стоимост*, цена, цены, цену, почем, скільки коштує,
  كم سعر, كم تكلف*, كم يكلف, بكم, سعر*, السعر, أسعار, تكلفة, رسوم, कितने का, कितने में, कितने की, कीमत, दाम, मूल्य, शुल्क, लागत,
  多少钱, 多少錢, 价格, 價格, 费用, 費用, 运费, 運費, 怎么收费, いくら, 料金, 値段, 価格, 送料, ราคา, กี่บาท, เท่าไหร่, เท่าไร, ค่า, 얼마, 가격, 요금`,
);

/** Questions that a number answers: how many, how long, when. */
const figureQuestions = phrasesOf(
  `how many, how long, how old, how far, how fast, how often, how big, how large, how heavy, when is, when are, when do, when does, when can, when will, when did, when was,
  when were, what time,
  wann, wie lange, wie viele, wie oft, wie groß, wie weit, wie schwer, wie alt, wie schnell, um wie viel, combien, quand,
  quelle heure, cuánto, cuánta, cuántos, cuántas, cuándo, qué hora, quanto, quanta, quanti, quante, quantos, quantas,
  quando, che ora, hoeveel, hoe lang, wanneer, ile, kiedy, kaç, ne zaman, сколько, когда, скільки, коли, كم, متى,
  कितना, कितनी, कितने, कब, 多少, 多久, 多长, 多大, 几天, 几点, 几个, 何时, 什么时候, 何時, 何日, 何年, 何人, 何個, いつ, どのくらい,
  どれくらい, กี่, เมื่อไร, เมื่อไหร่, นานแค่ไหน, 몇, 언제, 얼마나`,
);

/** Words for money, and for none. */
const money = phrasesOf(
  `eur, euro, euros, usd, dollar*, gbp, pound, pounds, penny, pence, chf, franken, franc*, cent, cents, złot*, pln, yen,
  jpy, rupee*, inr, baht, thb, dólar*, reais, lira*, kron*, free of charge, is free, are free, for free, kostenlos*,
  kostenfrei*, gratis, gratuit*, бесплатн*, руб*, евро, доллар*, безкоштовн*, грн, يورو, دولار, ريال, درهم, جنيه, مجان*, مجاني*,
  यूरो, रुप*, डॉलर, मुफ़्त, मुफ्त, निःशुल्क, 元, 块钱, 円, ユーロ, ドル, 美金, 免费, 免費, 無料, บาท, ยูโร, ดอลลาร์, ฟรี, 원, 유로, 달러, 무료`,
);

/** Numbers in words. */
const numbers = phrasesOf(
  `two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, twenty, thirty, zwei, drei, vier, fünf, sechs, sieben,
  acht, neun, zehn, elf, zwölf, zwanzig, dreißig, deux, trois, quatre, cinq, sept, huit, neuf, dix, onze, douze, trente,
  dos, tres, cuatro, cinco, siete, ocho, nueve, diez, doce, treinta, due, tre, quattro, cinque, dieci, dodici, dois, duas,
  два, две, двух, три, трёх, четыре, четырёх, пять, семь, восемь, девять, десять, двенадцать, тридцать, тридцати,
  يومين, ثلاثة, أربعة, خمسة, سبعة, ثمانية, تسعة, التاسعة, عشرة, ثلاثين, दो, तीन, चार, पाँच, छह, सात, आठ, नौ, दस, तीस,
  สอง, สาม, สี่, ห้า, หก, เจ็ด, แปด, เก้า, สิบ`,
);

/** A number in digits, or in words of Chinese and Japanese. */
const figure = /\p{N}|[一二三四五六七八九十百千]/u;

/** Returns the kind of answer that a question asks for. */
export function answerTypeOf(question: string): AnswerType {
  if (priceQuestions.isIn(question)) return 'price';
  return figureQuestions.isIn(question) ? 'figure' : undefined;
}

/** True if a text has what is asked for. */
export function hasAnswerOf(asked: AnswerType, text: string): boolean {
  if (asked === undefined) return false;
  if (asked === 'figure') return figure.test(text) || numbers.isIn(text);
  return /\p{Sc}/u.test(text) || money.isIn(text);
}

/** The words of a question without those that only say what is asked for, such as "cost"; all if there is no other. */
export function withoutTypeWords(asked: AnswerType, words: readonly string[]): readonly string[] {
  const others = asked === 'price' ? words.filter((word) => !priceQuestions.isIn(word)) : words;
  return others.length === 0 ? words : others;
}
