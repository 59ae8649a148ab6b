import { languageOf } from '../texts.ts';

/** Sentences of a mailed answer. `{name}` is the chat, `{site}` its host, `{url}` the address of the chat. */
export interface AnswerTexts {
  readonly subject: string;
  /** The subject of a chat without a name that a mail can show. */
  readonly plainSubject: string;
  readonly intro: string;
  readonly goOn: string;
  readonly unread: string;
}

const english: AnswerTexts = {
  subject: 'An answer from {name}',
  plainSubject: 'An answer for you',
  intro: 'You asked on {site} to get the answer by mail. If it was not you, ignore this email.',
  goOn: 'Go on with the conversation: {url}',
  unread: 'Replies to this email are not read.',
};

const texts: Readonly<Record<string, AnswerTexts>> = {
  en: english,
  ar: {
    subject: 'رد من {name}',
    plainSubject: 'رد لك',
    intro: 'طلبت على {site} الحصول على الرد بالبريد الإلكتروني. إذا لم تكن أنت من طلب ذلك، فتجاهل هذه الرسالة.',
    goOn: 'تابع المحادثة: {url}',
    unread: 'لا تُقرأ الردود على هذه الرسالة.',
  },
  bn: {
    subject: '{name}-এর উত্তর',
    plainSubject: 'আপনার জন্য একটি উত্তর',
    intro: 'আপনি {site}-এ ইমেইলে উত্তর চেয়েছেন। আপনি না চেয়ে থাকলে এই ইমেইলটি উপেক্ষা করুন।',
    goOn: 'কথোপকথন চালিয়ে যান: {url}',
    unread: 'এই ইমেইলের উত্তর পড়া হয় না।',
  },
  de: {
    subject: 'Eine Antwort von {name}',
    plainSubject: 'Eine Antwort für Sie',
    intro:
      'Sie haben auf {site} um eine Antwort per E-Mail gebeten. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.',
    goOn: 'Die Unterhaltung fortsetzen: {url}',
    unread: 'Antworten auf diese E-Mail werden nicht gelesen.',
  },
  es: {
    subject: 'Una respuesta de {name}',
    plainSubject: 'Una respuesta para usted',
    intro: 'Pidió en {site} recibir la respuesta por correo. Si no fue usted, ignore este correo.',
    goOn: 'Continúe la conversación: {url}',
    unread: 'Las respuestas a este correo no se leen.',
  },
  fr: {
    subject: 'Une réponse de {name}',
    plainSubject: 'Une réponse pour vous',
    intro: 'Vous avez demandé sur {site} à recevoir la réponse par e-mail. Si ce n’était pas vous, ignorez cet e-mail.',
    goOn: 'Poursuivez la conversation : {url}',
    unread: 'Les réponses à cet e-mail ne sont pas lues.',
  },
  hi: {
    subject: '{name} से उत्तर',
    plainSubject: 'आपके लिए एक उत्तर',
    intro: 'आपने {site} पर उत्तर ईमेल से माँगा था। अगर वह आप नहीं थे, तो इस ईमेल को अनदेखा करें।',
    goOn: 'बातचीत जारी रखें: {url}',
    unread: 'इस ईमेल के जवाब पढ़े नहीं जाते।',
  },
  it: {
    subject: 'Una risposta da {name}',
    plainSubject: 'Una risposta per Lei',
    intro: 'Su {site} ha chiesto di ricevere la risposta per e-mail. Se non è stato Lei, ignori questa e-mail.',
    goOn: 'Prosegua la conversazione: {url}',
    unread: 'Le risposte a questa e-mail non vengono lette.',
  },
  ja: {
    subject: '{name}からの回答',
    plainSubject: 'ご質問への回答',
    intro: '{site}でメールでの回答をご希望いただきました。お心当たりのない場合は、このメールを無視してください。',
    goOn: '会話を続ける：{url}',
    unread: 'このメールに返信されても読まれません。',
  },
  pt: {
    subject: 'Uma resposta de {name}',
    plainSubject: 'Uma resposta para você',
    intro: 'Você pediu em {site} para receber a resposta por e-mail. Se não foi você, ignore este e-mail.',
    goOn: 'Continue a conversa: {url}',
    unread: 'As respostas a este e-mail não são lidas.',
  },
  ru: {
    subject: 'Ответ от {name}',
    plainSubject: 'Ответ для вас',
    intro:
      'На сайте {site} вы попросили прислать ответ по почте. Если это были не вы, не обращайте внимания на письмо.',
    goOn: 'Продолжить беседу: {url}',
    unread: 'Ответы на это письмо не читаются.',
  },
  tr: {
    subject: '{name} size yanıt verdi',
    plainSubject: 'Sizin için bir yanıt',
    intro: '{site} üzerinde yanıtı e-postayla almak istediniz. Bunu siz istemediyseniz bu e-postayı yok sayın.',
    goOn: 'Konuşmayı sürdürün: {url}',
    unread: 'Bu e-postaya gelen yanıtlar okunmaz.',
  },
  zh: {
    subject: '{name}的回复',
    plainSubject: '给您的回复',
    intro: '您在 {site} 上要求通过邮件接收回复。如果不是您本人，请忽略此邮件。',
    goOn: '继续对话：{url}',
    unread: '此邮件的回复不会被阅读。',
  },
};

/** The sentences of a language by its tag (BCP 47); English for any other. */
export const answerTexts = (language: string): AnswerTexts => texts[languageOf(language)] ?? english;
