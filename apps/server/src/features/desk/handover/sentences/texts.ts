/** The sentences for a user who waits for a person; `{time}` is a number of minutes or hours, or a time. */
export interface WaitingTexts {
  readonly soon: string;
  readonly within: string;
  readonly from: string;
}

/** The sentences by language (ISO 639-1): those of the chat on the web. */
export const waitingTexts = {
  ar: {
    soon: 'سيجيبك أحد أعضاء الفريق هنا في أقرب وقت ممكن.',
    within: 'سيجيبك أحد أعضاء الفريق هنا، عادةً في غضون {time}.',
    from: 'نحن غير متواجدين الآن. سيجيبك أحد أعضاء الفريق هنا ابتداءً من {time}.',
  },
  bn: {
    soon: 'যত তাড়াতাড়ি সম্ভব একজন এখানে উত্তর দেবেন।',
    within: 'একজন এখানে উত্তর দেবেন, সাধারণত {time}-এর মধ্যে।',
    from: 'আমরা এখন নেই। {time} থেকে একজন এখানে উত্তর দেবেন।',
  },
  de: {
    soon: 'Ein Mensch antwortet Ihnen hier so bald wie möglich.',
    within: 'Ein Mensch antwortet Ihnen hier, meist innerhalb von {time}.',
    from: 'Wir sind gerade nicht da. Ein Mensch antwortet Ihnen hier ab {time}.',
  },
  en: {
    soon: 'A person will answer here as soon as possible.',
    within: 'A person will answer here, usually within {time}.',
    from: 'We are away. A person will answer here from {time}.',
  },
  es: {
    soon: 'Una persona le responderá aquí lo antes posible.',
    within: 'Una persona le responderá aquí, normalmente en {time}.',
    from: 'Ahora no estamos. Una persona le responderá aquí a partir de: {time}.',
  },
  fr: {
    soon: 'Une personne vous répondra ici dès que possible.',
    within: 'Une personne vous répondra ici, en général sous {time}.',
    from: 'Nous sommes absents. Une personne vous répondra ici à partir de : {time}.',
  },
  hi: {
    soon: 'कोई व्यक्ति यहाँ जल्द से जल्द उत्तर देगा।',
    within: 'कोई व्यक्ति यहाँ उत्तर देगा, आमतौर पर {time} के भीतर।',
    from: 'हम अभी उपलब्ध नहीं हैं। {time} से कोई व्यक्ति यहाँ उत्तर देगा।',
  },
  it: {
    soon: 'Una persona le risponderà qui il prima possibile.',
    within: 'Una persona le risponderà qui, di solito entro {time}.',
    from: 'Al momento non ci siamo. Una persona le risponderà qui a partire da: {time}.',
  },
  ja: {
    soon: '担当者ができるだけ早くここで返信します。',
    within: '担当者がここで返信します。通常は{time}以内です。',
    from: 'ただいま営業時間外です。{time}以降に担当者がここで返信します。',
  },
  pt: {
    soon: 'Uma pessoa responderá aqui o mais breve possível.',
    within: 'Uma pessoa responderá aqui, geralmente em até {time}.',
    from: 'Não estamos disponíveis agora. Uma pessoa responderá aqui a partir de: {time}.',
  },
  ru: {
    soon: 'Сотрудник ответит здесь как можно скорее.',
    within: 'Сотрудник ответит здесь, обычно за {time}.',
    from: 'Сейчас нас нет. Сотрудник ответит здесь не раньше: {time}.',
  },
  tr: {
    soon: 'Bir kişi en kısa sürede buradan yanıt verecek.',
    within: 'Bir kişi buradan yanıt verecek, genellikle {time} içinde.',
    from: 'Şu anda burada değiliz. Bir kişi buradan yanıt verecek. Başlangıç: {time}.',
  },
  zh: {
    soon: '工作人员会尽快在这里回复您。',
    within: '工作人员会在这里回复您，通常在{time}内。',
    from: '我们现在不在。工作人员将从{time}起在这里回复您。',
  },
} as const satisfies Readonly<Record<string, WaitingTexts>>;

/** A language of the sentences. */
export type WaitingLanguage = keyof typeof waitingTexts;
