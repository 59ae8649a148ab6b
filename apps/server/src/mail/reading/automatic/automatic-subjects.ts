import { subjects } from '../quotes/quote-words.ts';

/**
 * Subjects of absence notes and automatic replies, as programs write them, in the ten largest languages and those of
 * Europe. Each form is a whole subject, or its beginning up to a colon or a dash, so that questions about notes don't match.
 */
const notes: readonly RegExp[] = [
  /^(?:automatic|auto)[ -]?(?:reply|response)\s?(?::|$|\s[-–—]\s)/i,
  /^auto(?:matic)?[ -]?(?:re|resp)\s?:/i,
  /^out[ -]of[ -](?:the[ -])?office(?:[ -](?:auto(?:matic)?[ -]?)?(?:reply|response|message|notification|notice|assistant))?\s?(?::|$|\s?[-–—]\s|\sre:)/i,
  /^(?:i['’]?m |i am |we are )?(?:currently )?out[ -]of[ -](?:the[ -])?office(?:$|\s(?:until|from|till|through|this week|today|on)\s.{0,60}$)/i,
  /^(?:vacation|holiday|absence|away)[ -](?:auto[ -]?)?(?:reply|response|responder|message|notice|notification)\s?(?::|$)/i,
  /^\[?(?:ooo|oof)\]?\s?(?::|$|[-–—]\s)/i,
  /^automatische[rs]? (?:antwort|antwoord|rückantwort|abwesenheitsnotiz|eingangsbestätigung)\s?(?::|$|\s[-–—]\s)/i,
  /^(?:abwesenheits(?:notiz|meldung|assistent|benachrichtigung|nachricht)|urlaubsnotiz|auto-?antwort)\s?(?::|$|\s[-–—]\s)/i,
  /^(?:réponse|message) automatique\s?(?::|$|\s[-–—]\s)/i,
  /^(?:absence du bureau|absente? du bureau|(?:notification|message) d['’]absence)\s?(?::|$|\sjusqu)/i,
  /^(?:respuesta|contestación) autom[áa]tica\s?(?::|$|\s[-–—]\s)/i,
  /^(?:fuera de (?:la )?oficina|ausente de la oficina|mensaje de ausencia)\s?(?::|$|\shasta\s)/i,
  /^(?:resposta|mensagem) autom[áa]tica\s?(?::|$|\s[-–—]\s)/i,
  /^(?:fora do escrit[óo]rio|ausente do escrit[óo]rio|mensagem de aus[êe]ncia)\s?(?::|$|\sat[ée]\s)/i,
  /^(?:risposta|messaggio) automatic[ao]\s?(?::|$|\s[-–—]\s)/i,
  /^(?:fuori (?:sede|ufficio)|assen(?:za|te) dall['’]ufficio)\s?(?::|$|\sfino\s)/i,
  /^(?:автоматический ответ|автоответ(?:чик)?|авто-ответ|автоматическое (?:сообщение|уведомление)|автоматична відповідь)\s?(?::|$|\s[-–—]\s)/i,
  /^(?:(?:я )?(?:не|нет) (?:в|на) (?:офисе|рабочем месте)|вне офиса|уведомление об отсутствии)\s?(?::|$|\s(?:до|с)\s)/i,
  /^(?:\[?(?:自动|自動)(?:回复|回覆|答复|應答|应答|响应)\]?|【自动回复】|外出自动回复|休假自动回复|不在办公室|不在辦公室)\s?(?:[:：]|$)/,
  /^[[【(（]?(?:自動(?:応答|返信|回答|送信)(?:メール|メッセージ)?|不在(?:通知|応答)|休暇通知)(?:[\]】)）]|\s?(?:[:：]|$))/,
  /^(?:자동 ?(?:회신|응답|답장)|부재 ?중 ?(?:알림|메시지|자동 ?응답))\s?(?:[:：]|$)/,
  /^(?:स्वचालित (?:उत्तर|जवाब|प्रतिक्रिया)|स्वतः (?:उत्तर|जवाब)|ऑटो ?रिप्लाई|कार्यालय से बाहर)\s?(?::|$|\s[-–—]\s)/,
  /^(?:স্বয়ংক্রিয় (?:উত্তর|জবাব|প্রতিক্রিয়া)|স্বয়ংক্রিয় (?:উত্তর|জবাব)|অটো ?রিপ্লাই|অফিসের বাইরে)\s?(?::|$|\s[-–—]\s)/,
  /^(?:رد (?:تلقائي|آلي)|الرد (?:التلقائي|الآلي)|خارج المكتب|إشعار غياب|رسالة غياب)\s?(?::|$|\s(?:حتى|إلى)\s)/,
  /^(?:otomatik (?:yanıt|cevap|ileti)|(?:işyeri|ofis) dışında(?:yım)?)\s?(?::|$|\s[-–—]\s)/i,
  /^(?:odpowiedź automatyczna|automatyczna odpowiedź|autoodpowiedź|(?:jestem )?poza biurem|nieobecność w biurze)\s?(?::|$|\sdo\s)/i,
  /^(?:automatisch antwoord|automatische beantwoording|afwezigheidsbericht|niet op kantoor)\s?(?::|$|\stot\s)/i,
  /^(?:automatiskt? (?:svar|besked|svarmelding)|autosvar|frånvaromeddelande|fravær(?:smelding|sbesked)|ej på kontoret|ikke på kontoret)\s?(?::|$|\s(?:till|til)\s)/i,
  /^(?:automaattinen vastaus|poissaoloilmoitus|poissa toimistosta)\s?(?::|$)/i,
  /^(?:automatická odpověď|mimo kancelář|automatická odpoveď|automatikus válasz|răspuns automat|αυτόματη απάντηση|trả lời tự động|balasan otomatis|תשובה אוטומטית|پاسخ خودکار)\s?(?::|$)/i,
];

/** Words of the same that people use too: they count only in an answer, or in front of the subject that is answered. */
const absences =
  /^(?:(?:on|away on) (?:vacation|holiday|leave|annual leave|maternity leave|parental leave)|away|absen(?:ce|te?)|out today|abwesend|abwesenheit|nicht im (?:büro|haus)|außer haus|im urlaub|urlaubs(?:vertretung|meldung)|en congés?|hors du bureau|ausente|ausencia|de vacaciones|aus[êe]ncia(?: tempor[áa]ria)?|de f[ée]rias|assenza|assente|in ferie|отсутствую|(?:я )?в отпуске|外出(?:中)?|休假(?:中|通知)?|離開辦公室|不在(?:のお知らせ|連絡)|休暇(?:中|のお知らせ)|外出中|부재 ?중|휴가 ?중|외출 ?중|अवकाश पर|छुट्टी पर|ছুটিতে|في إجازة|izinde(?:yim)?|nieobecność|(?:jestem )?na urlopie|afwezig(?:heid)?|niet aanwezig|buiten kantoor|met vakantie|frånvaro|fravær(?:ende)?|ikke til stede)(?=$|\s?[:：]|\s(?:until|from|till|bis|vom|ab|jusqu|hasta|até|fino|до|с|حتى|tot|till|til|do)\s)\s?[:：]?\s{0,5}/i;

/** Subjects of reports on delivery, as mail servers write them. */
const bounces: readonly RegExp[] = [
  /^(?:undeliverable|undelivered|undeliverable mail|mail undeliverable)\s?(?::|$)/i,
  /^(?:undelivered mail returned to sender|returned mail\s?:|delivery status notification(?:\s?\(|$)|mail delivery (?:failed|failure|subsystem|system)(?:\s?:|$)|delivery (?:failure|has failed)(?:\s?:|$)|failure notice$|message (?:undeliverable|not delivered)(?:\s?:|$)|warning: (?:message|could not send)|mail system error|read\s?:\s|not read\s?:\s|read receipt\s?:)/i,
  /^(?:unzustellbar|nicht zustellbar|gelesen|ungelesen gelöscht|mail delivery failed|zustellung fehlgeschlagen|unzustellbare nachricht)\s?(?::|$)/i,
  /^(?:non remis|non remis\s|non distribuable|lu|échec de (?:la )?(?:remise|livraison)|message non remis)\s?(?::|$)/i,
  /^(?:no se puede entregar|no entregado|leído|error de entrega|entrega fallida|não é possível entregar|não entregue|lida|lido|falha na entrega|non recapitabile|letto|mancato recapito)\s?(?::|$)/i,
  /^(?:не удалось доставить|недоставленное сообщение|недоставлено|прочитано|прочтено|сообщение не доставлено|ошибка доставки)\s?(?::|$)/i,
  /^(?:无法投递|無法傳遞|未送达|退信通知|系统退信|已读|未能投递|无法送达|已讀|配信不能|未配信|開封済み|開封確認|返送メール|배달되지 않음|전송 ?실패|읽음|반송 ?메일)\s?(?:[:：]|$)/,
  /^(?:إخفاق في التسليم|غير قابل للتسليم|تعذر التسليم|مقروءة|अवितरित|वितरण विफल|डिलीवरी विफल|पढ़ा गया|বিতরণ ব্যর্থ|অবিতরিত|পঠিত)\s?(?::|$)/,
  /^(?:teslim edilemedi|okundu|niedostarczone|nie można dostarczyć|przeczytano|niet bezorgd|onbestelbaar|gelezen|kan inte levereras|läst|kan ikke leveres|læst|lest|ei voi toimittaa|luettu)\s?(?::|$)/i,
];

/** Max characters of a subject that are looked at. */
const maxSubject = 300;

/** Marks of filters in front of a subject: `[EXTERNAL]`, `*** SPAM ***`. */
const filterMarks =
  /^(?:\[(?:ext(?:ern(?:al)?)?|external email|spam\??)\]|\(ext(?:ernal)?\)|\*{2,5}\s?spam\s?\*{2,5}|caution:)\s{0,5}/i;

const cleaned = (subject: string): string =>
  subject
    .slice(0, maxSubject)
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll('\u00a0', ' ')
    .trim()
    .replace(filterMarks, '');

/** True if a subject is that of an absence note or an automatic reply. `isAnswer` says that a mail is answered. */
export function isAbsenceNote(subject: string, isAnswer: boolean): boolean {
  const text = cleaned(subject);
  if (notes.some((form) => form.test(text))) return true;
  const word = absences.exec(text)?.[0];
  return word !== undefined && (isAnswer || subjects.answer.test(text.slice(word.length)));
}

/** True if a subject is that of a report on the delivery or the reading of a mail. People use some of them, too. */
export const isDeliveryReport = (subject: string): boolean => bounces.some((form) => form.test(cleaned(subject)));
