import { fold } from '../text/fold.ts';

/** Units and currencies: the canonical name, and the words of it. A word that ends with `*` begins with it. */
const lists: Readonly<Record<string, string>> = {
  year: `year years yr yrs jahr jahre jahren jahres an ans année années ano anos año años anno anni jaar jaren rok lata lat
    roku yıl yil год года лет году år`,
  month: `month months monat monate monaten monats mois mes meses mese mesi mês maand maanden miesiąc miesiące miesięcy ay
    месяц месяца месяцев månad månader`,
  week: `week weeks woche wochen semaine semaines semana semanas settimana settimane weken tydzień tygodnie tygodni hafta
    неделя недели недель неделю vecka veckor`,
  day: `day days tag tage tagen werktag werktage werktagen arbeitstag arbeitstage arbeitstagen jour jours día días dia dias
    giorno giorni dag dagen werkdagen dzień dni gün gun день дня дней дни суток dagar`,
  hour: `hour hours hr hrs stunde stunden heure heures hora horas ora ore uur uren godzina godziny godzin saat час часа часов
    timme timmar`,
  minute: `minute minutes min mins minuten minuto minutos minuti minuut minuty minut dakika минута минуты минут минуту`,
  second: `seconds sec secs sekunde sekunden seconde secondes segundo segundos secondi seconden sekund секунда секунды секунд`,
  km: 'km kilometer kilometers kilometre kilometres kilometern kilomètre kilomètres kilómetro kilómetros quilómetros chilometri км километр километра километров',
  m: 'm meter meters metre metres metern mètre mètres metro metros metri м метр метра метров',
  cm: 'cm zentimeter centimeter centimeters centimetre centimetres centimètres centímetros centimetri см сантиметр сантиметра сантиметров',
  mm: 'mm millimeter millimeters millimetre millimetres мм',
  mile: 'mile miles meile meilen',
  foot: 'foot feet ft',
  inch: 'inch inches zoll pouces pulgadas pollici',
  kg: 'kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramos chili quilos кг килограмм килограмма килограммов',
  g: 'g gram grams gramm gramme grammes gramos grammi gramas г грамм грамма граммов',
  mg: 'mg milligram milligrams milligramm мг',
  tonne: 't ton tons tonne tonnes tonnen toneladas tonnellate тонн тонны тонна',
  pound: 'lb lbs',
  l: 'l litre litres liter liters litern litro litros litri литр литра литров л',
  ml: 'ml milliliter milliliters millilitre millilitres мл',
  kb: 'kb kib kilobyte kilobytes кб',
  mb: 'mb mib megabyte megabytes мб',
  gb: 'gb gib gigabyte gigabytes go гб',
  tb: 'tb tib terabyte terabytes тб',
  w: 'w watt watts вт',
  kw: 'kw kilowatt kilowatts квт',
  kwh: 'kwh',
  v: 'v volt volts volti вольт',
  degree: 'c °c degree degrees grad degré degrés grado grados gradi graus celsius градус градуса градусов',
  fahrenheit: 'f °f fahrenheit',
  eur: 'eur euro euros € евро',
  usd: 'usd dollar dollars dólar dólares dollari us$ $ доллар доллара долларов',
  gbp: 'gbp pounds £ pfund sterling фунтов',
  chf: 'chf franken francs franc',
  jpy: 'jpy yen ¥ 円',
  cny: 'cny rmb yuan 元',
  pln: 'pln zł zloty złotych złote',
  rub: 'rub ₽ рубль рубля рублей руб',
  sek: 'sek kronor',
  inr: 'inr ₹ rupees rupee',
  cent: 'cent cents centimes céntimos centavos pence penny',
  percent: '% percent prozent pourcent procent procent procentów процент процента процентов yüzde',
};

/** Units that Chinese and Japanese write right after the number, longest first. */
const joinedUnits: readonly (readonly [string, string])[] = [
  ...['个月', '個月', 'ヶ月', 'か月', 'カ月', 'ヵ月', 'ケ月'].map((each) => [each, 'month'] as const),
  ...['工作日', '营业日', '營業日', '日間', '天', '日', '일'].map((each) => [each, 'day'] as const),
  ...['小时', '小時', '時間', '시간'].map((each) => [each, 'hour'] as const),
  ...['分钟', '分鐘', '分間', '分', '분'].map((each) => [each, 'minute'] as const),
  ...['週間', '个星期', '星期', '周', '週', '주'].map((each) => [each, 'week'] as const),
  ...['年間', '年', '년'].map((each) => [each, 'year'] as const),
  ...['개월'].map((each) => [each, 'month'] as const),
  ...['点', '點', '時', '时', '시'].map((each) => [each, 'clock'] as const),
  ...['月', '월'].map((each) => [each, 'month-name'] as const),
  ...['公斤', 'キログラム', 'キロ', '킬로그램'].map((each) => [each, 'kg'] as const),
  ...['公里', 'キロメートル'].map((each) => [each, 'km'] as const),
  ...['欧元', '歐元', 'ユーロ', '유로'].map((each) => [each, 'eur'] as const),
  ...['美元', 'ドル', '달러'].map((each) => [each, 'usd'] as const),
  ...['人民币', '元', '块'].map((each) => [each, 'cny'] as const),
  ...['円', '日元'].map((each) => [each, 'jpy'] as const),
  ...['米', 'メートル', '미터'].map((each) => [each, 'm'] as const),
  ...['升', 'リットル'].map((each) => [each, 'l'] as const),
  ...['度'].map((each) => [each, 'degree'] as const),
];

/** Words of the time of day that follow a number. */
const clock = new Set(['uhr', "o'clock", 'oclock', 'clock', 'h', 'heures', 'uur', 'часов']);

const units = new Map(
  Object.entries(lists).flatMap(([unit, list]) => list.split(/\s+/).map((word) => [fold(word), unit] as const)),
);

/** Returns the canonical unit of a folded word; undefined if the word isn't a unit. */
export const unitOf = (word: string): string | undefined => units.get(word.replace(/\.$/, ''));

export const isClock = (word: string): boolean => clock.has(word);

/** Returns the unit with which a text begins in Chinese, Japanese or Korean. */
export function joinedUnitAt(text: string): { readonly unit: string; readonly length: number } | undefined {
  const found = joinedUnits.find(([written]) => text.startsWith(written));
  return found === undefined ? undefined : { unit: found[1], length: found[0].length };
}

const months = [
  'january jan januar janvier enero janeiro gennaio januari stycznia января',
  'february feb februar février febrero fevereiro febbraio februari lutego февраля',
  'march mar märz mars marzo março maart marca марта',
  'april apr avril abril aprile kwietnia апреля',
  'may mai mayo maio maggio mei maja мая',
  'june jun juni juin junio junho giugno czerwca июня',
  'july jul juli juillet julio julho luglio lipca июля',
  'august aug août agosto augustus sierpnia августа',
  'september sept sep septembre septiembre setembro settembre września сентября',
  'october oct oktober octobre octubre outubro ottobre października октября',
  'november nov novembre noviembre novembro listopada ноября',
  'december dec dezember décembre diciembre dezembro dicembre grudnia декабря',
];

const weekdays = [
  'monday mondays montag montags lundi lundis lunes segunda-feira lunedì maandag poniedziałek понедельник понедельникам pazartesi 月曜 周一 星期一 월요일',
  'tuesday tuesdays dienstag dienstags mardi mardis martes terça-feira martedì dinsdag wtorek вторник вторникам salı 火曜 周二 星期二 화요일',
  'wednesday wednesdays mittwoch mittwochs mercredi mercredis miércoles quarta-feira mercoledì woensdag środa среда среду средам çarşamba 水曜 周三 星期三 수요일',
  'thursday thursdays donnerstag donnerstags jeudi jeudis jueves quinta-feira giovedì donderdag czwartek четверг четвергам perşembe 木曜 周四 星期四 목요일',
  'friday fridays freitag freitags vendredi vendredis viernes sexta-feira venerdì vrijdag piątek пятница пятницу пятницам пятницы cuma 金曜 周五 星期五 금요일',
  'saturday saturdays samstag samstags sonnabend samedi samedis sábado sábados sabato zaterdag sobota soboty суббота субботу субботам субботы cumartesi 土曜 周六 星期六 토요일',
  'sunday sundays sonntag sonntags dimanche dimanches domingo domingos domenica zondag niedziela niedziele воскресенье воскресеньям воскресенья pazar 日曜 周日 星期日 星期天 일요일',
];

const calendar = (kind: string, rows: readonly string[]) =>
  rows.flatMap((row, index) => row.split(' ').map((word) => [fold(word), `${kind}:${index + 1}`] as const));

/** Months whose words mean something else, too: they count beside a number only. */
export const doubtfulMonths = new Set([
  'may',
  'mar',
  'mars',
  'march',
  'marca',
  'jan',
  'dec',
  'mei',
  'mai',
  'nov',
  'sep',
]);

const days: ReadonlyMap<string, string> = new Map(calendar('weekday', weekdays));
const monthNames: ReadonlyMap<string, string> = new Map(calendar('month', months));

export const monthOf = (word: string): string | undefined => monthNames.get(word);
export const weekdayOf = (word: string): string | undefined => days.get(word);

/** The weekdays that are in a text of a script without spaces. */
export const joinedWeekdays: readonly (readonly [string, string])[] = [...days].filter(([word]) =>
  /[\p{Script=Han}\p{Script=Hangul}]/u.test(word),
);
