/** Sentences of a transcript. `{name}` is the chat, `{site}` its host, `{timeZone}` an IANA name. */
export interface TranscriptTexts {
  readonly subject: string;
  /** The subject and the introduction of a chat without a name that a mail can show. */
  readonly plainSubject: string;
  readonly intro: string;
  readonly plainIntro: string;
  readonly times: string;
  readonly cut: string;
  readonly notAsked: string;
  readonly visitor: string;
  readonly team: string;
  readonly agent: string;
  readonly source: string;
}

/** The languages of the chat, each with its form of dates (BCP 47). */
const languages: Readonly<Record<string, { readonly locale: string; readonly texts: TranscriptTexts }>> = {
  en: {
    locale: 'en-GB',
    texts: {
      subject: 'Your conversation with {name}',
      plainSubject: 'Your conversation',
      intro: 'This is a copy of the conversation with {name} on {site}.',
      plainIntro: 'This is a copy of the conversation on {site}.',
      times: 'Times are in {timeZone}.',
      cut: 'Earlier messages are left out: a copy has at most the last 500, and fewer if they are long.',
      notAsked: 'If you did not ask for this copy on {site}, ignore this email.',
      ...{ visitor: 'Visitor', team: 'Team', agent: 'Agent', source: 'Source: {name}' },
    },
  },
  ar: {
    locale: 'ar',
    texts: {
      subject: 'محادثتك مع {name}',
      plainSubject: 'محادثتك',
      intro: 'هذه نسخة من المحادثة مع {name} على {site}.',
      plainIntro: 'هذه نسخة من المحادثة على {site}.',
      times: 'الأوقات بتوقيت {timeZone}.',
      cut: 'حُذفت الرسائل الأقدم: تحتوي النسخة على آخر 500 رسالة كحد أقصى، وأقل إذا كانت طويلة.',
      notAsked: 'إذا لم تطلب هذه النسخة على {site}، فتجاهل هذه الرسالة.',
      ...{ visitor: 'الزائر', team: 'الفريق', agent: 'المساعد', source: 'المصدر: {name}' },
    },
  },
  bn: {
    locale: 'bn',
    texts: {
      subject: '{name}-এর সঙ্গে আপনার কথোপকথন',
      plainSubject: 'আপনার কথোপকথন',
      intro: 'এটি {site}-এ {name}-এর সঙ্গে কথোপকথনের একটি অনুলিপি।',
      plainIntro: 'এটি {site}-এ কথোপকথনের একটি অনুলিপি।',
      times: 'সময়গুলি {timeZone} অনুযায়ী।',
      cut: 'আগের বার্তাগুলি বাদ দেওয়া হয়েছে: একটি অনুলিপিতে সর্বাধিক শেষ ৫০০টি বার্তা থাকে, বার্তা দীর্ঘ হলে আরও কম।',
      notAsked: 'আপনি {site}-এ এই অনুলিপি না চেয়ে থাকলে এই ইমেইলটি উপেক্ষা করুন।',
      ...{ visitor: 'দর্শক', team: 'টিম', agent: 'সহকারী', source: 'উৎস: {name}' },
    },
  },
  de: {
    locale: 'de',
    texts: {
      subject: 'Ihre Unterhaltung mit {name}',
      plainSubject: 'Ihre Unterhaltung',
      intro: 'Dies ist eine Abschrift der Unterhaltung mit {name} auf {site}.',
      plainIntro: 'Dies ist eine Abschrift der Unterhaltung auf {site}.',
      times: 'Die Zeitzone ist {timeZone}.',
      cut: 'Frühere Nachrichten fehlen: Eine Abschrift enthält höchstens die letzten 500, bei langen Nachrichten weniger.',
      notAsked: 'Wenn Sie diese Abschrift nicht auf {site} angefordert haben, ignorieren Sie diese E-Mail.',
      ...{ visitor: 'Besucher', team: 'Team', agent: 'Assistent', source: 'Quelle: {name}' },
    },
  },
  es: {
    locale: 'es',
    texts: {
      subject: 'Su conversación con {name}',
      plainSubject: 'Su conversación',
      intro: 'Esta es una copia de la conversación con {name} en {site}.',
      plainIntro: 'Esta es una copia de la conversación en {site}.',
      times: 'La zona horaria es {timeZone}.',
      cut: 'Faltan los mensajes anteriores: una copia contiene como máximo los últimos 500, y menos si son largos.',
      notAsked: 'Si no pidió esta copia en {site}, ignore este correo.',
      ...{ visitor: 'Visitante', team: 'Equipo', agent: 'Asistente', source: 'Fuente: {name}' },
    },
  },
  fr: {
    locale: 'fr',
    texts: {
      subject: 'Votre conversation avec {name}',
      plainSubject: 'Votre conversation',
      intro: 'Voici une copie de la conversation avec {name} sur {site}.',
      plainIntro: 'Voici une copie de la conversation sur {site}.',
      times: 'Le fuseau horaire est {timeZone}.',
      cut: 'Les messages plus anciens manquent : une copie contient au plus les 500 derniers, moins s’ils sont longs.',
      notAsked: 'Si vous n’avez pas demandé cette copie sur {site}, ignorez cet e-mail.',
      ...{ visitor: 'Visiteur', team: 'Équipe', agent: 'Assistant', source: 'Source : {name}' },
    },
  },
  hi: {
    locale: 'hi',
    texts: {
      subject: '{name} के साथ आपकी बातचीत',
      plainSubject: 'आपकी बातचीत',
      intro: 'यह {site} पर {name} के साथ हुई बातचीत की प्रति है।',
      plainIntro: 'यह {site} पर हुई बातचीत की प्रति है।',
      times: 'समय {timeZone} के अनुसार हैं।',
      cut: 'पहले के संदेश शामिल नहीं हैं: एक प्रति में अधिकतम अंतिम 500 संदेश होते हैं, और लंबे होने पर इससे कम।',
      notAsked: 'यदि आपने {site} पर यह प्रति नहीं माँगी थी, तो इस ईमेल को अनदेखा करें।',
      ...{ visitor: 'आगंतुक', team: 'टीम', agent: 'सहायक', source: 'स्रोत: {name}' },
    },
  },
  it: {
    locale: 'it',
    texts: {
      subject: 'La sua conversazione con {name}',
      plainSubject: 'La sua conversazione',
      intro: 'Questa è una copia della conversazione con {name} su {site}.',
      plainIntro: 'Questa è una copia della conversazione su {site}.',
      times: 'Il fuso orario è {timeZone}.',
      cut: 'I messaggi precedenti mancano: una copia contiene al massimo gli ultimi 500, meno se sono lunghi.',
      notAsked: 'Se non ha richiesto questa copia su {site}, ignori questa e-mail.',
      ...{ visitor: 'Visitatore', team: 'Team', agent: 'Assistente', source: 'Fonte: {name}' },
    },
  },
  ja: {
    locale: 'ja',
    texts: {
      subject: '{name}との会話',
      plainSubject: 'お客様との会話',
      intro: 'これは{site}での{name}との会話の写しです。',
      plainIntro: 'これは{site}での会話の写しです。',
      times: '時刻のタイムゾーンは{timeZone}です。',
      cut: '以前のメッセージは含まれていません。写しに含まれるのは最新の500件まで（長い場合はそれより少なくなります）です。',
      notAsked: '{site}でこの写しを依頼していない場合は、このメールを無視してください。',
      ...{ visitor: '訪問者', team: '担当者', agent: 'アシスタント', source: '出典：{name}' },
    },
  },
  pt: {
    locale: 'pt-BR',
    texts: {
      subject: 'Sua conversa com {name}',
      plainSubject: 'Sua conversa',
      intro: 'Esta é uma cópia da conversa com {name} em {site}.',
      plainIntro: 'Esta é uma cópia da conversa em {site}.',
      times: 'O fuso horário é {timeZone}.',
      cut: 'As mensagens anteriores ficaram de fora: uma cópia tem no máximo as últimas 500, e menos se forem longas.',
      notAsked: 'Se você não pediu esta cópia em {site}, ignore este e-mail.',
      ...{ visitor: 'Visitante', team: 'Equipe', agent: 'Assistente', source: 'Fonte: {name}' },
    },
  },
  ru: {
    locale: 'ru',
    texts: {
      subject: 'Ваша беседа: {name}',
      plainSubject: 'Ваша беседа',
      intro: 'Это копия беседы на сайте {site} ({name}).',
      plainIntro: 'Это копия беседы на сайте {site}.',
      times: 'Часовой пояс: {timeZone}.',
      cut: 'Более ранние сообщения не вошли: в копии не более 500 последних, а если они длинные, то меньше.',
      notAsked: 'Если вы не запрашивали эту копию на сайте {site}, не обращайте внимания на это письмо.',
      ...{ visitor: 'Посетитель', team: 'Команда', agent: 'Ассистент', source: 'Источник: {name}' },
    },
  },
  tr: {
    locale: 'tr',
    texts: {
      subject: '{name} ile konuşmanız',
      plainSubject: 'Konuşmanız',
      intro: 'Bu, {site} üzerinde {name} ile yapılan konuşmanın bir kopyasıdır.',
      plainIntro: 'Bu, {site} üzerinde yapılan konuşmanın bir kopyasıdır.',
      times: 'Saat dilimi: {timeZone}.',
      cut: 'Daha eski mesajlar yer almıyor: Bir kopyada en fazla son 500 mesaj, uzunlarsa daha azı bulunur.',
      notAsked: 'Bu kopyayı {site} üzerinde siz istemediyseniz bu e-postayı dikkate almayın.',
      ...{ visitor: 'Ziyaretçi', team: 'Ekip', agent: 'Asistan', source: 'Kaynak: {name}' },
    },
  },
  zh: {
    locale: 'zh',
    texts: {
      subject: '您与{name}的对话',
      plainSubject: '您的对话',
      intro: '这是您在 {site} 上与{name}的对话副本。',
      plainIntro: '这是您在 {site} 上的对话副本。',
      times: '时区为 {timeZone}。',
      cut: '较早的消息未包含在内：副本最多包含最近 500 条消息，消息较长时更少。',
      notAsked: '如果您没有在 {site} 上请求此副本，请忽略此邮件。',
      ...{ visitor: '访客', team: '团队', agent: '助手', source: '来源：{name}' },
    },
  },
};

/** The languages of transcripts (ISO 639-1). */
export const transcriptLanguages: readonly string[] = Object.keys(languages);

/** Returns the code of the language of a tag (BCP 47) if transcripts have it, or else `en`. */
export function languageOf(tag: string): string {
  const [code = ''] = tag.toLowerCase().split('-', 1);
  return Object.hasOwn(languages, code) ? code : 'en';
}

/** Returns the sentences of a language, its form of dates, and its direction. */
export function wordsIn(code: string) {
  const found = languages[languageOf(code)] ?? languages['en'];
  if (found === undefined) throw new Error('Transcripts have no English.');
  return { ...found, direction: code === 'ar' ? 'rtl' : 'ltr' } as const;
}

/** Fills the places of a sentence. */
export const filled = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
