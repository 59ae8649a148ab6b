/**
 * Ends of the lines with which mail programs introduce a quote, in twenty languages: `On …, Ada wrote:`. Such a line
 * has a date, so it counts only with a digit.
 */
export const attributions: readonly RegExp[] = [
  /^(?:On|At)\s.{1,400}\swrote\s?:$/i,
  /^Am\s.{1,400}\sschrieb(?:\s.{1,200})?\s?:$/,
  /^Le\s.{1,400}\sa\s[ée]crit\s?:$/,
  /^El\s.{1,400}\sescribi[óo]\s?:$/,
  /^Il\s.{1,400}\sha\sscritto\s?:$/,
  /^(?:Em|A|No dia|Dia)\s.{1,400}\sescreveu\s?:$/,
  /^.{1,400}\s(?:schreef|skrev)(?:\s.{1,200})?\s?:$/,
  /^.{1,400}\s(?:napisał(?:\(a\)|a)?|pisze|napsal(?:\(a\)|a)?|kirjoitti|пишет|пише|писал(?:\(а\)|а)?|написал(?:\(а\)|а)?|написав|şunu yazdı|yazdı|đã viết|menulis|írta)(?:\s.{1,200})?\s?:$/,
  /^.{1,400}(?:写道|寫道|写到|のメール|(?:さん|様)?(?:は|が|の)書きました|wrote|님이 작성|님이 씀|작성|썼습니다)\s?[:：]$/,
  /^.{1,400}\s(?:ने लिखा|ने लिखा है|लिखा|লিখেছেন|লিখেছে|লিখলেন)\s?[:ঃ：]$/,
  /^(?:في|بتاريخ|كتب|يوم)\s.{1,400}[:：]$/,
  /^.{1,400}\s(?:كتب|كتبت|نوشت)(?:\s.{1,200})?\s?:$/,
  // Zoho, and Lotus Notes.
  /^-{2,6}\s?(?:On|Am|Le|El|Il|Em|在)\s?.{1,400}\s(?:wrote|schrieb|écrit|escribió|scritto|escreveu|写道)(?:\s.{1,200})?\s?-{2,6}$/i,
  /^.{1,200}\swrote on\s.{1,100}:$/,
];

/** Verbs with which a line without a date introduces marked lines: `Ada wrote:`. */
export const namedAttribution =
  /\s(?:wrote|writes|schrieb|schreibt|a écrit|escribió|ha scritto|escreveu|schreef|skrev|napisał|pisze|пишет|написал|yazdı|kirjoitti|napsal)\s?:$/;

/** A line that separates the answered mail: `-----Original Message-----`, in several languages. */
export const separator =
  /^[-—─=*]{2,40}\s?(?:Original Message|Original Mail|Original appointment|Reply message|Forwarded Message|Ursprüngliche Nachricht|Originalnachricht|Original-Nachricht|Message d.origine|Mensaje original|Messaggio originale|Mensagem original|Oorspronkelijk bericht|Oprindelig meddelelse|Ursprungligt meddelande|Opprinnelig melding|Alkuperäinen viesti|Wiadomość oryginalna|Původní zpráva|Исходное сообщение|Оригинальное сообщение|Пересылаемое сообщение|Orijinal (?:İleti|Mesaj)|原始邮件|原始郵件|回复的原邮件|转发邮件信息|元のメッセージ|元のメール|Original message from .{1,100}|원본 메시지|원본 메일|원본 이메일|मूल संदेश|মূল বার্তা|الرسالة الأصلية|رسالة أصلية|.{1,100}\swrote:)\s?[-—─=*]{2,40}$/i;

/** A line above a mail that is passed on. */
export const forwardMark =
  /^(?:[-—]{2,12}\s?(?:Forwarded message|Forwarded by .{1,200}|Weitergeleitete Nachricht|Message transféré|Mensaje reenviado|Messaggio inoltrato|Mensagem encaminhada|Doorgestuurd bericht|Пересылаемое сообщение|Пересланное сообщение|Przekazana wiadomość|转发的邮件|轉寄的郵件|転送されたメッセージ|전달된 메시지|İletilen ileti|رسالة تمت إعادة توجيهها|अग्रेषित संदेश|ফরওয়ার্ড করা বার্তা)|Begin forwarded message|Anfang der weitergeleiteten Nachricht|Début du message réexpédié|Inizio messaggio inoltrato|Inicio del mensaje reenviado|Início da mensagem encaminhada|Начало переадресованного сообщения)/i;

/** Labels of the header that programs put above the answered mail, in several languages. */
export const headerLabels = {
  from: /^\*?(?:From|Von|De|Da|Van|Från|Fra|Od|От|От кого|Від|Отправитель|发件人|寄件者|寄件人|差出人|送信者|보낸 ?사람|Gönderen|Kimden|Lähettäjä|Expéditeur|Remitente|Mittente|Remetente|من|المرسل|प्रेषक|से|থেকে|প্রেরক|Dari|Từ|Feladó)\s?[:：]\*?\s{0,20}\S/,
  sent: /^\*?(?:Sent|Date|Gesendet|Datum|Envoyée?|Enviad[oa](?: el| em)?|Fecha|Inviato|Data|Verzonden|Skickat|Sendt|Dato|Wysłan[oa]|Odesláno|Отправлено|Дата|Надіслано|发送时间|发送日期|日期|时间|寄件日期|傳送時間|送信日時|日付|日時|보낸 ?날짜|날짜|발송일시|Gönderildi|Gönderilme|Tarih|Lähetetty|Päivämäärä|تاريخ الإرسال|تم الإرسال|التاريخ|भेजा गया|दिनांक|तारीख|পাঠানো হয়েছে|তারিখ|Tanggal|Elküldve)\s?[:：]\*?\s{0,20}\S/,
  to: /^\*?(?:To|An|À|A|Para|Pour|Aan|Till|Til|Do|Komu|Кому|收件人|宛先|받는 ?사람|Kime|Alıcı|Vastaanottaja|إلى|प्रति|को|প্রতি|প্রাপক|Kepada|Címzett|Cc|Kopie)\s?[:：]/,
  subject:
    /^\*?(?:Subject|Betreff|Objet|Asunto|Oggetto|Assunto|Onderwerp|Ämne|Emne|Temat|Předmět|Тема|主题|主題|主旨|件名|제목|Konu|Aihe|الموضوع|विषय|বিষয়|Subjek|Tárgy)\s?[:：]/,
} as const;

/** A last line that a telephone or a program adds. */
export const telephone =
  /^(?:Sent (?:from|via|with) (?:my |Outlook|Yahoo Mail|Proton Mail|Samsung|the Samsung|Mail for Windows|Gmail|myMail)|Get (?:Outlook|BlueMail) for |Von meinem .{1,40} gesendet|Gesendet (?:von meinem |von meiner |mit (?:der )?(?:GMX|WEB\.DE|Outlook|Proton))|Diese Nachricht wurde von meinem .{1,40} gesendet|Outlook für .{1,20} beziehen|Envoyé (?:de mon |depuis |à partir de )|Télécharger Outlook pour|Obtener Outlook para|Enviado desde |Enviado do meu |Enviado a partir do |Obter o Outlook para|Inviato (?:da|dal mio) |Scarica Outlook per|Verstuurd vanaf |Verzonden vanaf |Skickat från min |Sendt fra min |Lähetetty .{1,30}ista$|Wysłan[eo] z |Odesláno z |Отправлено (?:с |из |от )|发自我的|從我的 .{1,20}傳送|从我的 .{1,20}发送|.{1,20}から送信$|나의 .{1,20}에서 보냄|내 .{1,20}에서 보냄|.{1,30}(?:ımdan|umdan|imden|ümden) gönderildi|मेरे .{1,20}से भेजा गया|আমার .{1,20}থেকে পাঠানো|أُ?رسلت? من )/i;

/** A subject that begins with a word for an answer or, as the second, for mail that is passed on. */
export const subjects = {
  answer:
    /^\s{0,5}(?:re|aw|antw|sv|vs|rif|odp|res|ynt|ref|отв|ответ|відп|rép|r|回复|回覆|答复|答覆|返信|회신|답장|رد|पुनः|জবাব|উত্তর)(?:\[\d{1,3}\]|\(\d{1,3}\))?\s?[:：]/i,
  passedOn:
    /^\s{0,5}(?:fwd?|wg|tr|rv|enc|i|doorst|vb|vl|pd|ilt|i̇lt|пересл|转发|轉寄|転送|전달|إعادة توجيه|अग्रेषित|ফরওয়ার্ড)\s?[:：]/i,
} as const;
