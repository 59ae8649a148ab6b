/** Lines with which mail programs introduce a quote, in several languages: `On …, Ada wrote:`. */
export const attributions: readonly RegExp[] = [
  /^On\s.{1,400}\swrote\s?:$/,
  /^Am\s.{1,400}\sschrieb(?:\s.{1,200})?\s?:$/,
  /^Le\s.{1,400}\sa\s[ée]crit\s?:$/,
  /^El\s.{1,400}\sescribi[óo]\s?:$/,
  /^Il\s.{1,400}\sha\sscritto\s?:$/,
  /^Em\s.{1,400}\sescreveu\s?:$/,
  /^(?:Op|Den)\s.{1,400}\s(?:schreef|skrev)(?:\s.{1,200})?\s?:$/,
  /^(?:W dniu|Dnia|Dne)\s.{1,400}\s(?:napisał(?:\(a\)|a)?|pisze|napsal(?:\(a\)|a)?)(?:\s.{1,200})?\s?:$/,
  /^.{1,400}\s(?:kirjoitti|пишет|написал(?:\(а\)|а)?|şunu yazdı|yazdı)\s?:$/,
  /^.{1,400}(?:写道|寫道|のメール|書きました|님이 작성)\s?[:：]$/,
  /^\d{4}[-/年].{1,200}<[^<>\s]{1,250}>\s?[:：]$/,
];

/** A line that separates the answered mail: `-----Original Message-----`, in several languages. */
export const separator =
  /^-{2,12}\s?(?:Original Message|Ursprüngliche Nachricht|Originalnachricht|Message d.origine|Mensaje original|Messaggio originale|Mensagem original|Oorspronkelijk bericht|Oprindelig meddelelse|Ursprungligt meddelande|Opprinnelig melding|Wiadomość oryginalna|Исходное сообщение|原始邮件|原始郵件|元のメッセージ)\s?-{2,12}$/i;

/** The first line of the header that Outlook puts above the answered mail, in several languages. */
export const outlookFrom = /^\*?(?:From|Von|De|Da|Van|Från|Fra|Od|От|发件人|寄件者|差出人)\s?[:：]\*?\s?\S/;

/** One of the lines after it. */
export const outlookSent =
  /^\*?(?:Sent|Gesendet|Envoyé|Enviado|Inviato|Verzonden|Skickat|Sendt|Wysłano|Отправлено|发送时间|寄件日期|送信日時|Date|Datum|Fecha|Data)(?: el| em)?\s?[:：]\*?\s?\S/;

/** A last line that a telephone adds. */
export const telephone =
  /^(?:Sent from my |Get Outlook for |Sent from Outlook|Von meinem .{1,40} gesendet|Gesendet von meinem |Envoyé de mon |Enviado desde mi |Enviado do meu |Inviato da )/;

/** A subject that begins with a word for an answer or, as the second, for mail that is passed on. */
export const subjects = {
  answer: /^\s{0,5}(?:re|aw|antw|sv|vs|rif|odp|res|ynt|ref|回复|回覆|答复|返信)(?:\[\d{1,3}\])?\s?[:：]/i,
  passedOn: /^\s{0,5}(?:fwd?|wg|tr|rv|enc|i|doorst|vb|vl|pd|转发|轉寄)\s?[:：]/i,
} as const;
