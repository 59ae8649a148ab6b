import type { Database } from '../../../storage/database.ts';
import { languageFor } from '../handover/sentences/expectation.ts';
import type { WaitingLanguage } from '../handover/sentences/texts.ts';
import { latestTexts } from '../handover/store.ts';

/** The words for the user of a messenger after closing. */
interface SatisfactionWords {
  readonly question: string;
  /** Says what to send as the answer. */
  readonly how: string;
  readonly thanks: string;
}

/** The words by language; questions and ends of the scale are those of the chat on the web. */
const satisfactionWords = {
  ar: {
    question: 'ما مدى رضاك عن هذه المحادثة؟',
    how: 'أجب برقم من 1 (غير راضٍ إطلاقًا) إلى 5 (راضٍ جدًا).',
    thanks: 'شكرًا على تقييمك!',
  },
  bn: {
    question: 'এই কথোপকথনে আপনি কতটা সন্তুষ্ট?',
    how: '1 (খুব অসন্তুষ্ট) থেকে 5 (খুব সন্তুষ্ট) পর্যন্ত একটি সংখ্যা লিখুন।',
    thanks: 'আপনার মতামতের জন্য ধন্যবাদ!',
  },
  de: {
    question: 'Wie zufrieden sind Sie mit dieser Unterhaltung?',
    how: 'Antworten Sie mit einer Zahl von 1 (sehr unzufrieden) bis 5 (sehr zufrieden).',
    thanks: 'Danke für Ihre Bewertung!',
  },
  en: {
    question: 'How satisfied are you with this conversation?',
    how: 'Reply with a number from 1 (very dissatisfied) to 5 (very satisfied).',
    thanks: 'Thank you for your rating!',
  },
  es: {
    question: '¿Qué tan satisfecho está con esta conversación?',
    how: 'Responda con un número del 1 (muy insatisfecho) al 5 (muy satisfecho).',
    thanks: '¡Gracias por su valoración!',
  },
  fr: {
    question: 'Êtes-vous satisfait de cette conversation ?',
    how: 'Répondez par un chiffre de 1 (pas du tout satisfait) à 5 (très satisfait).',
    thanks: 'Merci pour votre avis !',
  },
  hi: {
    question: 'इस बातचीत से आप कितने संतुष्ट हैं?',
    how: '1 (बहुत असंतुष्ट) से 5 (बहुत संतुष्ट) तक की एक संख्या भेजें।',
    thanks: 'आपकी राय के लिए धन्यवाद!',
  },
  it: {
    question: 'Quanto è soddisfatto di questa conversazione?',
    how: 'Risponda con un numero da 1 (molto insoddisfatto) a 5 (molto soddisfatto).',
    thanks: 'Grazie per la sua valutazione!',
  },
  ja: {
    question: 'この会話にどのくらい満足しましたか？',
    how: '1（非常に不満）から5（非常に満足）までの数字でお答えください。',
    thanks: '評価をありがとうございました。',
  },
  pt: {
    question: 'Qual é a sua satisfação com esta conversa?',
    how: 'Responda com um número de 1 (muito insatisfeito) a 5 (muito satisfeito).',
    thanks: 'Obrigado pela sua avaliação!',
  },
  ru: {
    question: 'Насколько вы довольны этой беседой?',
    how: 'Ответьте числом от 1 (очень недоволен) до 5 (очень доволен).',
    thanks: 'Спасибо за вашу оценку!',
  },
  tr: {
    question: 'Bu konuşmadan ne kadar memnunsunuz?',
    how: '1 (hiç memnun değilim) ile 5 (çok memnunum) arasında bir sayı gönderin.',
    thanks: 'Değerlendirmeniz için teşekkürler!',
  },
  zh: {
    question: '您对这次对话满意吗？',
    how: '请回复 1（非常不满意）到 5（非常满意）之间的数字。',
    thanks: '感谢您的评价！',
  },
} as const satisfies Readonly<Record<WaitingLanguage, SatisfactionWords>>;

/** Returns the function that reads the words in the language of a conversation. */
export const wordsFor =
  (db: Database) =>
  async (workspace: string, conversation: string): Promise<SatisfactionWords> =>
    satisfactionWords[languageFor('', await latestTexts(db, workspace, conversation))];
