import { phrasesOf } from '../text/phrases.ts';

/** Words that begin a condition or an exception. */
const conditions =
  /\b(?:if|unless|provided|as long as|in case|when|whenever|only|except|excluding|wenn|falls|sofern|soweit|vorausgesetzt|nur|außer|ausgenommen|ausschließlich|si|s'il|sauf|à condition|lorsque|quand|seulement|uniquement|hors|solo|sólo|solamente|únicamente|siempre que|cuando|salvo|excepto|a menos que|se você|caso|desde que|exceto|apenas|somente|solo se|purché|a meno che|soltanto|eccetto|tenzij|mits|alleen|behalve|indien|jeśli|tylko|oprócz)(?![\p{L}\p{M}])|(?<![\p{L}\p{M}])(?:если|только|кроме|при условии|за исключением|когда|в случае|إذا|فقط|إلا|باستثناء|यदि|अगर|केवल)(?![\p{L}\p{M}])|如果|除非|只有|只要|仅|僅|除外|凡|の場合|に限り|のみ|限定|除く|除き|경우|에 한해/iu;

/** In Chinese, Japanese and Korean some conditions stand after what they are about. */
const trailing = /(?:の場合|に限り|のみ|限定|除く|除き|除外|경우|에 한해)/u;

/** Conditions whose first words must be kept, as what follows them is the rest of the sentence. */
const restricting =
  /only|nur|ausschließlich|seulement|uniquement|solo|sólo|solamente|únicamente|apenas|somente|soltanto|alleen|tylko|только|فقط|केवल|仅|僅/iu;

/** A sentence that begins with what it requires. */
const leading =
  /^(?:with|without|upon|for|mit|ohne|bei|avec|sans|pour|con|sin|para|com|sem|senza|per|met|zonder|voor|при|без|для)\s/iu;

/** Words that say that something is free or allowed for some people only. */
const granted = phrasesOf(
  `free, discount*, allowed, permitted, valid, eligible, entitled, kostenlos*, kostenfrei*, gratis, rabatt*, erlaubt, gestattet, gültig, gratuit*, réduction*, autorisé*, valable*, gratuit*, descuento*, permitid*, válid*, desconto*, grátis, sconto*, valid*, korting, toegestaan, бесплатн*, скидк*, разреш*, действителен`,
);
const beneficiary = /(?<=\S\s)(?:for|für|pour|para|per|voor|для)\s/iu;

/** A condition of a clause. */
export interface Condition {
  readonly text: string;
  /** True if its first words must be kept, and not only some of them. */
  readonly isStrict: boolean;
  /** True if the clause is nothing else: it is a condition of the clauses beside it. */
  readonly isWhole: boolean;
}

/** The condition that a clause has; undefined if it has none. */
export function conditionIn(clause: string): Condition | undefined {
  const own = clause.trim();
  const found = conditions.exec(own) ?? leading.exec(own) ?? (granted.isIn(own) ? beneficiary.exec(own) : null);
  if (found === null) return undefined;
  const isBefore = trailing.test(found[0]);
  const text = isBefore ? own.slice(0, found.index) : own.slice(found.index + found[0].length);
  const isLeading = found.index === 0 && leading.test(own);
  return { text, isStrict: isLeading || restricting.test(found[0]), isWhole: found.index === 0 || isBefore };
}
