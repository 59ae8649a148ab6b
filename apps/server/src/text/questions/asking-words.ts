import { fold } from '../fold.ts';

/**
 * Words with which people ask for something, rather than words for what they ask about: a text that answers need not
 * have them. Each form of a word is listed by itself.
 */
const words = new Set(
  `mean means meaning happen happens happened use using used work works working possible allow allowed want need
  needed contain contains difference differences usually normally try trying tried keep keeps come comes go goes going
  getting put thing things way ways somehow maximum max minimum min number kind kinds type types exactly currently
  instead without around whether default support supported offer recommended cause causes reason wrong problem problems
  anyone someone something anything everything please stop
  bedeutet bedeuten heißt bewirkt bewirken passiert macht machen tun tut brauche braucht benötige benötigt benutze
  verwende verwenden nutze nutzen funktioniert funktionieren geht gehen möglich erlaubt unterschied unterschiede stelle
  stellt finde finden lasse lassen bekomme bekommen kriege kriegen komme kommt muss müssen wozu höchstens mindestens
  maximal minimal normalerweise genau eigentlich irgendwie plötzlich immer gerade jetzt wieder leider problem grund kan
  is ned wofür womit woran worauf wodurch welchem welcher
  signifie veut dire sert utiliser utilise utilisation marche fonctionne possible différence trouver trouve mettre besoin
  permis autorisé arrive passe maximum minimum nombre normalement exactement comment problème raison toujours
  depuis quelqu lui existe
  significa sirve usar uso usa funciona funcionan posible diferencia diferencias puedo necesito necesita permite permitido
  tener tiene tienen hacer hago haces pasa ocurre dónde miro mirar quiero recomiendan máximo mínimo número cuántas cuántos
  cuánta cuánto va van distintas distintos problema normalmente queda quedan la un hace falta poner darle
  significa usare funziona possibile differenza bisogno numero massimo significado funciona possível diferença preciso
  означает значит делает делать сделать работает использовать используется можно нельзя нужно узнать найти свой свои своя
  своё получить получается разница отличие максимум минимум число количество происходит почему-то обычно хочу такое
  случае проблема каких скольких какой какая какому каком каким умеет придётся
  意味 方法 違い 使い 使う 必要 可能 場合 種類 理由 教え 知り 変え 変えたい でき 最大 最小 最長 最短 何時間 何分 何個 悪い
  区别 方法 意思 需要 使用 可以 怎么办 의미 방법 차이 사용 필요 가능 เท่า ไหร่ ราคา วิธี معنى الفرق استخدام يعني तरीका मतलब अंतर`
    .split(/\s+/)
    .flatMap((word) => [word, fold(word)]),
);

/** Returns folded words without those that only belong to the form of a question; all of them if there is no other. */
export function withoutAskingWords(all: readonly string[]): readonly string[] {
  const others = all.filter((word) => !words.has(word));
  return others.length === 0 ? all : others;
}
