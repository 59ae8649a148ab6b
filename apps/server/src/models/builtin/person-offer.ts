import { type Language, languageOf } from '../../grounding/language.ts';
import { isRefusal, refusalFor } from '../../grounding/refusal.ts';
import { type ModelRequest, questionOf } from '../model.ts';

/** The offer of a person: with a button of the chat, or with `{word}`, which the user of a messenger writes. */
interface Offer {
  readonly button: string;
  readonly word: string;
}

const offers: Readonly<Partial<Record<Language, Offer>>> = {
  en: {
    button: 'You can also talk to a person: the button is below.',
    word: 'You can also talk to a person: write “{word}”.',
  },
  ar: {
    button: 'يمكنك أيضًا التحدث إلى أحد أعضاء الفريق: الزر موجود أدناه.',
    word: 'يمكنك أيضًا التحدث إلى أحد أعضاء الفريق: اكتب «{word}».',
  },
  de: {
    button: 'Sie können auch mit einem Menschen sprechen: Die Schaltfläche ist unten.',
    word: 'Sie können auch mit einem Menschen sprechen: Schreiben Sie „{word}“.',
  },
  es: {
    button: 'También puede hablar con una persona: el botón está más abajo.',
    word: 'También puede hablar con una persona: escriba «{word}».',
  },
  fr: {
    button: 'Vous pouvez aussi parler à une personne : le bouton se trouve ci-dessous.',
    word: 'Vous pouvez aussi parler à une personne : écrivez « {word} ».',
  },
  hi: {
    button: 'आप किसी व्यक्ति से भी बात कर सकते हैं: इसका बटन नीचे है।',
    word: 'आप किसी व्यक्ति से भी बात कर सकते हैं: “{word}” लिखें।',
  },
  it: {
    button: 'Può anche parlare con una persona: il pulsante è qui sotto.',
    word: 'Può anche parlare con una persona: scriva «{word}».',
  },
  ja: {
    button: '担当者と話すこともできます。下のボタンをお使いください。',
    word: '担当者と話すこともできます。「{word}」と送信してください。',
  },
  pt: {
    button: 'Também pode falar com uma pessoa: o botão está abaixo.',
    word: 'Também pode falar com uma pessoa: escreva “{word}”.',
  },
  ru: {
    button: 'Вы также можете поговорить с человеком: кнопка находится ниже.',
    word: 'Вы также можете поговорить с человеком: напишите «{word}».',
  },
  tr: {
    button: 'Bir kişiyle de görüşebilirsiniz: Düğme aşağıda.',
    word: 'Bir kişiyle de görüşebilirsiniz: “{word}” yazın.',
  },
  zh: {
    button: '您也可以与工作人员交谈：请使用下方的按钮。',
    word: '您也可以与工作人员交谈：请发送“{word}”。',
  },
};

/** The reply if nothing was found. */
const nothingFound = 'I have found nothing about that in my knowledge sources.';

/**
 * The reply if nothing was found. If nothing was found for the question before either, and the user can ask for a
 * person, it offers one, in the language of the question.
 */
export function nothingIn({ messages, person }: Pick<ModelRequest, 'messages' | 'person'>): string {
  if (person === undefined || !foundNothing(messages.at(-2))) return nothingFound;
  const question = questionOf(messages);
  const found = languageOf(question) ?? 'en';
  const offer = offers[found];
  const { button, word } = offer ?? (offers.en as Offer);
  const nothing = offer === undefined || found === 'en' ? nothingFound : refusalFor(question);
  return `${nothing}\n\n${person.word === null ? button : word.replace('{word}', () => person.word ?? '')}`;
}

/** True for a reply that says that nothing was found. */
const foundNothing = (reply: ModelRequest['messages'][number] | undefined): boolean =>
  reply?.role === 'assistant' && (reply.content.startsWith(nothingFound) || isRefusal(reply.content));
