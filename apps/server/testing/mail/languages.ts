/** Words of a language in which mail programs and people write. */
export interface MailLanguage {
  /** A customer's answer, in two paragraphs. */
  readonly answers: readonly [string, string];
  /** Earlier words of the shop, in two lines. */
  readonly quoted: readonly [string, string];
  /** The line above a quote, as Gmail writes it. */
  readonly attribution: string;
  /** The header that Outlook puts above the mail that is answered. */
  readonly header: readonly [from: string, sent: string, to: string, subject: string];
  /** The line that a telephone adds. */
  readonly telephone: string;
  /** Prefix of an answer's subject. */
  readonly re: string;
}

const shop = 'Shop <support@shop.test>';

/** The ten largest languages, and further ones of Europe and Asia. */
export const mailLanguages: Readonly<Record<string, MailLanguage>> = {
  en: {
    answers: ['Thanks, the blue one please.', 'Can it arrive on Friday?'],
    quoted: ['Which colour would you like?', 'We have blue and green.'],
    attribution: `On Mon, Feb 3, 2025 at 10:00 AM ${shop} wrote:`,
    header: [`From: ${shop}`, 'Sent: Monday, February 3, 2025 10:00 AM', 'To: Ada', 'Subject: Lamp'],
    telephone: 'Sent from my iPhone',
    re: 'Re',
  },
  zh: {
    answers: ['谢谢，我要蓝色的。', '周五能送到吗？'],
    quoted: ['您想要什么颜色？', '我们有蓝色和绿色。'],
    attribution: `${shop} 于2025年2月3日周一 10:00写道：`,
    header: [`发件人: ${shop}`, '发送时间: 2025年2月3日 10:00', '收件人: Ada', '主题: 灯'],
    telephone: '发自我的iPhone',
    re: '回复',
  },
  hi: {
    answers: ['धन्यवाद, मुझे नीला चाहिए।', 'क्या यह शुक्रवार तक आ सकता है?'],
    quoted: ['आपको कौन सा रंग चाहिए?', 'हमारे पास नीला और हरा है।'],
    attribution: `सोम, 3 फ़र॰ 2025 को 10:00 am बजे को ${shop} ने लिखा:`,
    header: [`प्रेषक: ${shop}`, 'भेजा गया: 3 फ़रवरी 2025 10:00', 'प्रति: Ada', 'विषय: दीपक'],
    telephone: 'मेरे iPhone से भेजा गया',
    re: 'Re',
  },
  es: {
    answers: ['Gracias, la azul por favor.', '¿Puede llegar el viernes?'],
    quoted: ['¿Qué color desea?', 'Tenemos azul y verde.'],
    attribution: `El lun, 3 feb 2025 a las 10:00, Shop (<support@shop.test>) escribió:`,
    header: [`De: ${shop}`, 'Enviado el: lunes, 3 de febrero de 2025 10:00', 'Para: Ada', 'Asunto: Lámpara'],
    telephone: 'Enviado desde mi iPhone',
    re: 'RE',
  },
  fr: {
    answers: ['Merci, la bleue s’il vous plaît.', 'Peut-elle arriver vendredi ?'],
    quoted: ['Quelle couleur souhaitez-vous ?', 'Nous avons du bleu et du vert.'],
    attribution: `Le lun. 3 févr. 2025 à 10:00, ${shop} a écrit :`,
    header: [`De : ${shop}`, 'Envoyé : lundi 3 février 2025 10:00', 'À : Ada', 'Objet : Lampe'],
    telephone: 'Envoyé de mon iPhone',
    re: 'Rép',
  },
  ar: {
    answers: ['شكرا، أريد اللون الأزرق.', 'هل يمكن أن يصل يوم الجمعة؟'],
    quoted: ['أي لون تريد؟', 'لدينا الأزرق والأخضر.'],
    attribution: `في الاثنين، 3 فبراير 2025 في 10:00 ص تمت كتابة ما يلي بواسطة ‪${shop}‬‏:`,
    header: [`من: ${shop}`, 'تم الإرسال: 3 فبراير 2025 10:00', 'إلى: Ada', 'الموضوع: مصباح'],
    telephone: 'أُرسلت من الـ iPhone',
    re: 'رد',
  },
  bn: {
    answers: ['ধন্যবাদ, আমি নীলটা চাই।', 'এটা কি শুক্রবার আসতে পারে?'],
    quoted: ['আপনি কোন রঙ চান?', 'আমাদের নীল এবং সবুজ আছে।'],
    attribution: `সোম, ৩ ফেব, ২০২৫ তারিখে ১০:০০ AM টায় তে ${shop} লিখেছেন:`,
    header: [`প্রেরক: ${shop}`, 'তারিখ: ৩ ফেব্রুয়ারি ২০২৫ ১০:০০', 'প্রতি: Ada', 'বিষয়: বাতি'],
    telephone: 'আমার iPhone থেকে পাঠানো',
    re: 'Re',
  },
  pt: {
    answers: ['Obrigado, a azul por favor.', 'Pode chegar na sexta?'],
    quoted: ['Que cor deseja?', 'Temos azul e verde.'],
    attribution: `Em seg., 3 de fev. de 2025 às 10:00, ${shop} escreveu:`,
    header: [`De: ${shop}`, 'Enviada em: segunda-feira, 3 de fevereiro de 2025 10:00', 'Para: Ada', 'Assunto: Lâmpada'],
    telephone: 'Enviado do meu iPhone',
    re: 'Res',
  },
  ru: {
    answers: ['Спасибо, синюю, пожалуйста.', 'Успеет ли она к пятнице?'],
    quoted: ['Какой цвет вы хотите?', 'У нас есть синий и зелёный.'],
    attribution: `пн, 3 февр. 2025 г. в 10:00, ${shop}:`,
    header: [`От: ${shop}`, 'Отправлено: 3 февраля 2025 г. 10:00', 'Кому: Ada', 'Тема: Лампа'],
    telephone: 'Отправлено с iPhone',
    re: 'Отв',
  },
  ja: {
    answers: ['ありがとうございます。青でお願いします。', '金曜日に届きますか？'],
    quoted: ['何色をご希望ですか？', '青と緑がございます。'],
    attribution: `2025年2月3日(月) 10:00 ${shop}:`,
    header: [`差出人: ${shop}`, '送信日時: 2025年2月3日 10:00', '宛先: Ada', '件名: ランプ'],
    telephone: 'iPhoneから送信',
    re: '返信',
  },
  de: {
    answers: ['Danke, bitte die blaue.', 'Kommt sie bis Freitag an?'],
    quoted: ['Welche Farbe möchten Sie?', 'Wir haben Blau und Grün.'],
    attribution: `Am Mo., 3. Feb. 2025 um 10:00 Uhr schrieb ${shop}:`,
    header: [`Von: ${shop}`, 'Gesendet: Montag, 3. Februar 2025 10:00', 'An: Ada', 'Betreff: Lampe'],
    telephone: 'Von meinem iPhone gesendet',
    re: 'AW',
  },
  it: {
    answers: ['Grazie, quella blu per favore.', 'Può arrivare venerdì?'],
    quoted: ['Che colore desidera?', 'Abbiamo blu e verde.'],
    attribution: `Il giorno lun 3 feb 2025 alle ore 10:00 ${shop} ha scritto:`,
    header: [`Da: ${shop}`, 'Inviato: lunedì 3 febbraio 2025 10:00', 'A: Ada', 'Oggetto: Lampada'],
    telephone: 'Inviato da iPhone',
    re: 'R',
  },
  ko: {
    answers: ['감사합니다. 파란색으로 주세요.', '금요일까지 도착하나요?'],
    quoted: ['어떤 색을 원하세요?', '파란색과 초록색이 있습니다.'],
    attribution: `2025년 2월 3일 (월) 오전 10:00, ${shop}님이 작성:`,
    header: [`보낸 사람: ${shop}`, '보낸 날짜: 2025년 2월 3일 10:00', '받는 사람: Ada', '제목: 램프'],
    telephone: '나의 iPhone에서 보냄',
    re: '회신',
  },
  tr: {
    answers: ['Teşekkürler, mavi olan lütfen.', 'Cuma gününe yetişir mi?'],
    quoted: ['Hangi rengi istersiniz?', 'Mavi ve yeşil var.'],
    attribution: `${shop}, 3 Şub 2025 Pzt, 10:00 tarihinde şunu yazdı:`,
    header: [`Gönderen: ${shop}`, 'Gönderildi: 3 Şubat 2025 Pazartesi 10:00', 'Kime: Ada', 'Konu: Lamba'],
    telephone: 'iPhone’umdan gönderildi',
    re: 'Ynt',
  },
  pl: {
    answers: ['Dziękuję, poproszę niebieską.', 'Czy dojdzie do piątku?'],
    quoted: ['Jaki kolor wybierają Państwo?', 'Mamy niebieski i zielony.'],
    attribution: `pon., 3 lut 2025 o 10:00 ${shop} napisał(a):`,
    header: [`Od: ${shop}`, 'Wysłano: poniedziałek, 3 lutego 2025 10:00', 'Do: Ada', 'Temat: Lampa'],
    telephone: 'Wysłane z iPhone’a',
    re: 'Odp',
  },
  nl: {
    answers: ['Dank u, de blauwe graag.', 'Kan hij vrijdag aankomen?'],
    quoted: ['Welke kleur wilt u?', 'We hebben blauw en groen.'],
    attribution: `Op ma 3 feb 2025 om 10:00 schreef ${shop}:`,
    header: [`Van: ${shop}`, 'Verzonden: maandag 3 februari 2025 10:00', 'Aan: Ada', 'Onderwerp: Lamp'],
    telephone: 'Verstuurd vanaf mijn iPhone',
    re: 'Antw',
  },
};
