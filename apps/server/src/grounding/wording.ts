import { fold } from '../text/fold.ts';
import { type Phrases, phrasesOf } from '../text/phrases.ts';
import { languageOf } from './language.ts';

/** Comparisons that contain a negation, or a word of one: read before negations. */
const comparisons = {
  most: phrasesOf(
    `no more than, not more than, at most, up to, no later than, not later than, less than, fewer than, under, below, maximum, max, limited to, limit of, begrenzt auf, beschränkt auf, limité à, limités à, limitée à, limitado a, limitada a, limitato a,
    höchstens, maximal, bis zu, nicht mehr als, spätestens, weniger als, unter, au plus, au maximum, jusqu'à, pas plus de, moins de, maximum,
    como máximo, hasta, no más de, menos de, máximo, no máximo, até, não mais de, al massimo, fino a, non più di, meno di, massimo,
    hoogstens, maximaal, niet meer dan, tot, minder dan, najwyżej, maksymalnie, mniej niż, en fazla, не более, до, не позднее, максимум, менее, меньше,
    不超过, 最多, 至多, 以内, 以下, 少于, 未满, 以内に, まで, 未満, 最大, 이하, 이내, 최대, 까지`,
  ),
  least: phrasesOf(
    `no less than, not less than, at least, more than, over, above, exceeding, minimum, min, or more, not before, mindestens, wenigstens, mehr als, über,
    nicht weniger als, minimal, ab, au moins, plus de, pas moins de, minimum, à partir de, al menos, por lo menos, más de, como mínimo, mínimo, a partir de,
    pelo menos, mais de, no mínimo, almeno, più di, minimo, oltre, minstens, meer dan, ten minste, vanaf, co najmniej, ponad, powyżej, en az,
    не менее, не меньше, более, больше, свыше, минимум, от, 至少, 最少, 超过, 以上, 多于, 不少于, 起, 少なくとも, 超, 最低, 이상, 최소`,
  ),
} as const;

/** Bounds in time: they say little about a figure, but contradict each other. The second of each pair is the earlier. */
const bounds: readonly (readonly [Phrases, Phrases])[] = (
  [
    [
      `from, since, starting, ab, seit, à partir, depuis, dès, desde, a partir, dal, vanaf, sinds, od, от, начиная, 起, 以降, から, 부터`,
      `until, till, by, within, bis, innerhalb, binnen, jusqu'au, jusqu'à, dans les, sous, hasta, dentro de, até, entro, fino, binnen, tot, w ciągu, içinde, в течение, до, 以内, 内, まで, 以内に, 이내`,
    ],
    [
      `after, following, nach, après, después, tras, depois, após, dopo, sonra, после, 之后, 以后, 后, 後, 후`,
      `before, prior to, vor, bevor, avant, antes, przed, önce, перед, 之前, 以前, 前, 전`,
    ],
  ] as const
).map(([later, earlier]) => [phrasesOf(later), phrasesOf(earlier)] as const);

const negators = phrasesOf(
  `not, no, never, none, nothing, neither, nor, cannot, nobody, n't, don t, doesn t, isn t, aren t, can t, won t, didn t, wasn t, weren t, haven t, hasn t,
  mustn t, shouldn t, wouldn t, couldn t, nicht, kein, keine, keinen, keinem, keiner, keines, nie, niemals, nichts, weder, niemand, keinerlei,
  pas, jamais, aucun, aucune, rien, ni, personne ne, nunca, jamás, ningún, ninguna, ninguno, nada, nadie, tampoco, não, nenhum, nenhuma,
  non, nessun, nessuna, nessuno, niente, niet, geen, nooit, niets, nie, nigdy, żaden, żadna, değil, yok, hiçbir, inte, ingen, inga, aldrig,
  не, нет, никогда, ничего, никто, нельзя, ни, немає, لا, لم, لن, ليس, ليست, غير, नहीं, न, मत, 不, 没, 沒, 无, 無, 未, 非, 勿, ない, ません, なく, なかった, できず,
  않, 없, 못, 아니, ไม่, มิ`,
);

/** Words that deny by themselves. */
const privatives = phrasesOf(
  `without, except, excluding, excluded, excludes, exclude, forbidden, prohibited, prohibits, banned, impossible, unavailable, unable, invalid, lacks,
  ohne, außer, ausgeschlossen, ausgenommen, exklusive, verboten, untersagt, unmöglich, unzulässig, ungültig, sans, sauf, exclu*, interdit*, impossible,
  hors, sin, excepto, salvo, excluid*, prohibid*, imposible, sem, exceto, excluíd*, proibid*, impossível, senza, eccetto, esclus*, vietat*, impossibile,
  zonder, behalve, exclusief, uitgesloten, verboden, onmogelijk, bez, oprócz, zabronion*, wyklucz*, utan, förbjud*, без, кроме, запрещ*, запрет*, исключ*, исключен*,
  невозмож*, بدون, باستثناء, ممنوع, يمنع, बिना, निषिद्ध, 禁止, 除外, 除く, 除き, 以外, 不可, 禁じ, 금지, 제외, 없이, ห้าม, ยกเว้น`,
);

/** Privatives with a negation of their own sense: two negations cancel each other. */
const notOnly =
  /\b(?:not only|nicht nur|pas seulement|non seulement|no solo|nao so|non solo|niet alleen|не только)\b/giu;

/** Words for all of a kind, or for any time. */
const universals = phrasesOf(
  `all, every, always, everyone, everybody, everything, any, anyone, anytime, anywhere, everywhere, unlimited, entire, whole, alle, allen, aller, alles, jeder, jede, jedes,
  jeden, jedem, immer, jederzeit, überall, sämtliche, unbegrenzt, sämtlich*, tous, toutes, toute, tout, toujours, chaque, illimité*, n'importe,
  todos, todas, toda, todo, siempre, cualquier, cualquiera, cada, ilimitad*, sempre, qualquer, tutti, tutte, tutta, tutto, ogni, qualsiasi, illimitat*,
  elke, iedere, altijd, onbeperkt, wszystkie, wszyscy, zawsze, każdy, her zaman, bütün, tüm, все, всех, всегда, любой, любое, любая, любые, каждый, каждая, весь, вся,
  كل, جميع, دائما, सभी, हमेशा, 所有, 全部, 任何, 总是, 一律, 随时, すべて, 全て, 常に, いつでも, 全員, どの, 모든, 항상, 언제나, ทุก, ทั้งหมด, เสมอ`,
);

const only = phrasesOf(
  `only, solely, exclusively, just, nur, ausschließlich, lediglich, bloß, seulement, uniquement, exclusivement, ne que, solo, sólo, solamente, únicamente,
  apenas, somente, só, soltanto, solamente, unicamente, alleen, uitsluitend, slechts, tylko, wyłącznie, yalnızca, sadece, endast, bara, только, лишь, исключительно,
  فقط, केवल, सिर्फ, 仅, 只, 僅, のみ, だけ, に限り, 오직, เท่านั้น`,
);

/** Opposites: the words of one pole, and of the other. */
const opposites: readonly (readonly [Phrases, Phrases])[] = (
  [
    [
      `open, opens, opened, opening, offen, geöffnet, öffnet, öffnen, ouvert*, ouvre*, abierto*, abierta*, abre, abren, aberto*, aberta*, apert*, apre, aprono, geopend,
      open*, otwart*, açık, öppet, открыт*, открыва*, откры*, مفتوح, खुला, खुली, 营业, 开门, 开放, 開, 営業, 영업, 열`,
      `closed, closes, close, closing, shut, geschlossen, schließt, schließen, fermé*, ferme*, cerrad*, cierra*, fechad*, fecha, chius*, chiud*, gesloten, sluit,
      zamknięt*, kapalı, stängt, закры*, مغلق, बंद, 关门, 关闭, 休息, 閉, 休み, 休業, 休館, 定休, 닫, 휴무`,
    ],
    [
      `cheap*, billig*, günstig*, preiswert*, moins cher*, barat*, económic*, economic*, goedkop*, goedkoper, tani*, ucuz, дешев*, 便宜, 安い, 저렴`,
      `expensive, dearer, teuer, teurer, teure*, plus cher*, caro, cara, caros, caras, costos*, duur, duurder, drog*, pahalı, дорог*, дорож*, 昂贵, 更贵, 高い, 비싸`,
    ],
    [
      `fast, faster, fastest, quick*, schnell*, rapid*, rápid*, veloc*, snel*, szybk*, hızlı, быстр*, 更快, 快, 速い, 빠른`,
      `slow*, langsam*, lent*, lentes, langzam*, woln*, yavaş, медлен*, 更慢, 慢, 遅い, 느린`,
    ],
    [
      `large*, big*, greater, groß*, größer*, grand*, grande*, mayor*, maior*, maggior*, groot, groter, większ*, büyük, больш*, крупн*, 更大, 大きい, 큰`,
      `small*, little, klein*, petit*, pequeñ*, menor*, pequen*, piccol*, minor*, mniejsz*, küçük, мален*, меньш*, 更小, 小さい, 작은`,
    ],
    [
      `higher, high, highest, höher*, hoch, hohe*, haut, plus élevé*, alto, alta, más alt*, superior*, hoog, hoger, wyż*, yüksek, выше, высок*, 更高, 高于, 높`,
      `lower, low, lowest, niedrig*, tiefer, bas, inférieur*, baj*, inferior*, baix*, bass*, laag, lager, niż*, düşük, ниже, низк*, 更低, 低于, 낮`,
    ],
    [
      `increase*, rise*, rose, grow*, grew, gain*, steig*, gestiegen, wuchs, erhöh*, augment*, hausse, aument*, sub*ió, crec*, aumento, stijg*, wzrost*, arttı, увелич*, вырос*, рост, 增加, 上涨, 增长, 増, 上昇, 증가`,
      `decrease*, fall*, fell, drop*, declin*, reduce*, sink*, gesunken, fiel, senk*, dimin*, baisse*, disminu*, reduc*, baj*ó, descen*, diminu*, daling, daal*, spad*, azaldı, уменьш*, сниз*, упал*, 减少, 下降, 减, 減, 下落, 감소`,
    ],
    [
      `heavier, heavy, schwerer, schwer, plus lourd*, pesad*, pesant*, zwaar, zwaarder, тяжел*, 更重, 重い`,
      `lighter, leichter, leicht, plus léger*, liger*, leve, legger*, lichter, легч*, 更轻, 軽い`,
    ],
    [
      `longer, länger, plus long*, más larg*, più lung*, langer, длинн*, дольше, 更长, 長い`,
      `shorter, kürzer, plus court*, más cort*, più cort*, korter, короч*, 更短, 短い`,
    ],
    [
      `free, kostenlos*, kostenfrei*, gratis, gratuit*, gratuita*, бесплатн*, ücretsiz, مجان*, मुफ्त, 免费, 免費, 無料, 무료, ฟรี`,
      `paid, chargeable, kostenpflichtig*, gebührenpflichtig*, payant*, de pago, pago, a pagamento, betaald, płatn*, ücretli, платн*, 收费, 付费, 有料, 유료`,
    ],
    [
      `left, links, linke*, gauche, izquierd*, esquerd*, sinistr*, lewo, lewej, слева, лев*, 左, 왼`,
      `right, rechts, rechte*, droite, derech*, direit*, destr*, prawo, prawej, sağ, справа, прав*, 右, 오른`,
    ],
    [
      `morning*, vormittag*, morgens, matin*, mañana, por la mañana, manhã, mattin*, ochtend*, rano, sabah, утр*, 上午, 早上, 午前, 朝, 오전, 아침`,
      `afternoon*, evening*, nachmittag*, abend*, après-midi, soir*, tarde, noche, noite, pomeriggio, sera, middag, avond*, wieczor*, akşam, вечер*, днём, 下午, 晚上, 午後, 夕, 夜, 오후, 저녁`,
    ],
    [
      `first, erste*, premier*, première*, primer*, primeir*, prima, primo, eerste, pierwsz*, ilk, перв*, 第一, 首次, 最初`,
      `last, letzte*, dernier*, dernière*, último*, última*, ultim*, laatste, ostatni*, последн*, 最后, 最後`,
    ],
    [
      `required, mandatory, compulsory, must, necessary, erforderlich, pflicht, notwendig, muss, müssen, obligatoire*, nécessaire*, obligatori*, necesari*, obrigatóri*, necessári*, verplicht, obowiązk*, zorunlu, обязател*, необходим*, 必须, 必需, 必要, 必須, 필수`,
      `optional, voluntary, freiwillig, fakultativ, facultatif*, facultative*, opcional*, facultativ*, optioneel, vrijwillig, opcjonaln*, isteğe bağlı, необязател*, доброволь*, 可选, 自愿, 任意, 선택`,
    ],
    [
      `arrive*, arrival, ankunft, ankommen, arrivée, llegada, chegada, arrivo, aankomst, прибыт*, 到达, 入住, 到着`,
      `depart*, departure, abfahrt, abreise, abflug, départ, salida, partida, partenza, vertrek, отправлен*, отъезд*, 出发, 退房, 出発`,
    ],
  ] as const
).map(([one, other]) => [phrasesOf(one), phrasesOf(other)] as const);

/** The negation, comparisons and opposites in a clause. */
export interface Wording {
  readonly isNegated: boolean;
  /** -1 if a comparison says "at most", 1 if "at least", else 0. */
  readonly compared: -1 | 0 | 1;
  /** For each pair of bounds: -1 for the earlier, such as "until" and "before", 1 for the later, else 0. */
  readonly bounds: readonly (-1 | 0 | 1)[];
  /** For each pair of opposites: 1 if the clause has the first, -1 if the second, 0 if none or both. */
  readonly poles: readonly (-1 | 0 | 1)[];
  readonly isUniversal: boolean;
  readonly isOnly: boolean;
}

const signOf = (text: string, plus: Phrases, minus: Phrases): -1 | 0 | 1 => {
  const [isPlus, isMinus] = [plus.isIn(text), minus.isIn(text)];
  return isPlus === isMinus ? 0 : isPlus ? 1 : -1;
};

/** A word that begins an answer, which denies the question and not the sentence. */
const answerWord =
  /^\s*(?:yes|no|nein|ja|nee|oui|non|sí|si|não|sim|nie|tak|нет|да|いいえ|はい|不|是的|아니요|네)\s*[,，、.:!–—]/iu;

/** True if a word only denies. */
export const isPolar = (word: string): boolean => negators.isIn(word) || privatives.isIn(word);

/** Returns the pair of opposites that a word belongs to; -1 if it belongs to none. */
export const pairOf = (word: string): number =>
  opposites.findIndex(([one, other]) => one.isIn(word) || other.isIn(word));

/** Comparisons with a negation in them, which is not the clause's. */
const negatedComparison =
  /\b(?:no (?:more|less|later|fewer) than|not (?:more|less|later|fewer) than|not before|nicht (?:mehr|weniger) als|pas (?:plus|moins) de|no más de|no menos de|não mais de|non più di|niet meer dan)\b|не (?:более|менее|больше|меньше|позднее|позже)|不(?:超过|少于|多于)|\bno\.?\s?(?=\d)|不过|无论|非常|无理由|无线|無線|無料|不锈钢|未来|少なくとも|かもしれ(?:ない|ません)|なければ(?:なら|いけ)(?:ない|ません|ず)|なくては(?:なら|いけ)(?:ない|ません)|のみならず/giu;

/** Endings of words that a dictionary can't list: contracted English negations. */
const contracted = /n['’]t\b/iu;

/** Reads the small words of a clause. */
export function wordingOf(clause: string): Wording {
  const text = clause.replace(answerWord, ' ').replace(notOnly, ' ');
  // In Portuguese, "no" is "in the".
  const plain = (languageOf(clause) === 'pt' ? text.replace(/\bnos?\b/giu, ' ') : text).replace(negatedComparison, ' ');
  const denied = negators.isIn(plain) || contracted.test(plain);
  return {
    isNegated: denied !== privatives.isIn(plain),
    compared: signOf(text, comparisons.least, comparisons.most),
    bounds: bounds.map(([later, earlier]) => signOf(text, later, earlier)),
    poles: opposites.map(([one, other]) => signOf(text, one, other)),
    isUniversal: universals.isIn(plain),
    isOnly: only.isIn(plain),
  };
}

/** Words between the two sides of a comparison. */
const than = /\b(?:than|als|que|che|dan|do que)\b|(?<![\p{L}\p{M}])чем(?![\p{L}\p{M}])|比|より/iu;

/** True if two texts compare the same things the other way round. */
export function isSwapped(claim: string, ground: string): boolean {
  const [one, other] = [claim, ground].map((text) => {
    const found = than.exec(text);
    const sides = found === null ? [] : [text.slice(0, found.index), text.slice(found.index + found[0].length)];
    return sides.map((side) => new Set(fold(side).match(sideWord) ?? []));
  });
  const [left, right] = one ?? [];
  const [otherLeft, otherRight] = other ?? [];
  if (left === undefined || right === undefined || otherLeft === undefined || otherRight === undefined) return false;
  const crosses = (words: ReadonlySet<string>, there: ReadonlySet<string>, here: ReadonlySet<string>) =>
    [...words].some((word) => there.has(word) && !here.has(word));
  return crosses(left, otherRight, otherLeft) && crosses(right, otherLeft, otherRight);
}

const sideWord = /[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*/gu;

/** Merges the wording of several clauses; undefined without clauses. */
export const mergedWording = (all: readonly Wording[]): Wording | undefined =>
  all.reduce<Wording | undefined>(merged, undefined);

const merged = (one: Wording | undefined, other: Wording): Wording =>
  one === undefined
    ? other
    : {
        isNegated: one.isNegated || other.isNegated,
        compared: oneOf(one.compared, other.compared),
        bounds: one.bounds.map((bound, index) => oneOf(bound, other.bounds[index] ?? 0)),
        poles: one.poles.map((pole, index) => oneOf(pole, other.poles[index] ?? 0)),
        isUniversal: one.isUniversal || other.isUniversal,
        isOnly: one.isOnly || other.isOnly,
      };

const oneOf = (one: -1 | 0 | 1, other: -1 | 0 | 1): -1 | 0 | 1 =>
  one === 0 ? other : other === 0 || one === other ? one : 0;

/** True if what one clause says is not what the other says, by their small words. */
export function contradicts(claim: Wording, ground: Wording): boolean {
  const turned = (wording: Wording) => (wording.isNegated ? -1 : 1);
  const shared = claim.poles.flatMap((pole, index) => {
    const other = ground.poles[index] ?? 0;
    return pole === 0 || other === 0 ? [] : [pole * turned(claim) === other * turned(ground)];
  });
  if (shared.includes(false)) return true;
  if (shared.length === 0 && claim.isNegated !== ground.isNegated) return true;
  if (claim.bounds.some((bound, index) => bound * (ground.bounds[index] ?? 0) === -1)) return true;
  return (claim.isUniversal && !ground.isUniversal) || (claim.isOnly && !ground.isOnly);
}

/** True if a comparison with a figure differs: "at least five" is neither "at most five" nor "five". */
export const comparesOtherwise = (claim: Wording, ground: Wording): boolean =>
  claim.compared !== ground.compared &&
  !(claim.compared === 0 && claim.bounds.includes(ground.compared)) &&
  !(ground.compared === 0 && ground.bounds.includes(claim.compared));
