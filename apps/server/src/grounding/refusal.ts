import { type Language, languageOf } from './language.ts';

/** The reply of a grounded agent that has no supported answer. */
const refusals: Readonly<Record<Language, string>> = {
  en: 'I don’t know: my knowledge sources don’t say.',
  de: 'Das weiß ich nicht: Meine Wissensquellen sagen dazu nichts.',
  fr: 'Je ne sais pas : mes sources ne le disent pas.',
  es: 'No lo sé: mis fuentes no lo dicen.',
  pt: 'Não sei: as minhas fontes não o dizem.',
  it: 'Non lo so: le mie fonti non lo dicono.',
  nl: 'Dat weet ik niet: mijn bronnen zeggen er niets over.',
  pl: 'Nie wiem: moje źródła nic o tym nie mówią.',
  tr: 'Bilmiyorum: kaynaklarımda bununla ilgili bilgi yok.',
  sv: 'Det vet jag inte: mina källor säger inget om det.',
  ru: 'Я не знаю: в моих источниках об этом ничего нет.',
  uk: 'Я не знаю: у моїх джерелах про це нічого немає.',
  ja: 'わかりません。私の情報源には記載がありません。',
  ko: '잘 모르겠습니다. 제 자료에는 그 내용이 없습니다.',
  zh: '我不知道：我的资料来源中没有相关内容。',
  th: 'ไม่ทราบค่ะ แหล่งข้อมูลไม่ได้ระบุเรื่องนี้ไว้',
  ar: 'لا أعرف: لا تذكر مصادري ذلك.',
  hi: 'मुझे नहीं पता: मेरे स्रोतों में इसके बारे में कुछ नहीं है।',
  he: 'אינני יודע: המקורות שלי אינם מציינים זאת.',
  el: 'Δεν γνωρίζω: οι πηγές μου δεν το αναφέρουν.',
};

/** Returns the sentence that refuses to answer, in the language of the user's message; else in English. */
export const refusalFor = (message: string): string => refusals[languageOf(message) ?? 'en'];

/** True if a reply begins with such a sentence, in any language. */
export const isRefusal = (reply: string): boolean =>
  Object.values(refusals).some((refusal) => reply.startsWith(refusal));
