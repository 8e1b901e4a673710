/** Japanese: pairs of characters that hold grammar alone, which are the stop words of a script without spaces. */
import { ngramsOf } from './ngrams.ts';

/** Endings, particles and question words as they follow each other, for the pairs in them. */
const GRAMMAR =
  'ありますでしょうか ありませんか ありましたか あるのですか ございますか ございません でしたか ではありません しますか しました しません していますか しておりません したいのですが したいです していただけますか してもらえますか してください させて されますか されました ' +
  'できますか できません できるか できない でもできる もらえるか もらえない もらいたい いただきたい いただけない くださいませ ましたら まいりました なりますか なりません なるのは なった ならない ないですか なければ なくて ' +
  'られますか られません られる られた られない れますか れました れない れば えますか えました えない えば けますか きますか きました ちますか りますか りました りません いますか いました いません みたい いますが いるのか いたい ' +
  'おしえて おしえてください ください くれ たのみ かな ' +
  'ていますか ております てもいいですか ても てみたい てから てしまいました てしまった っています ってもらえますか ってください ってい った って んですか のですが のでしょうか のか のは のが のを のに のも には では とは からは までは からですか までですか より など だけ ので けど だと かも たら たり ' +
  'いくらですか いくらから いくらまで どのくらい どれくらい どうやって どうすれば どうしたら どんな どこですか どこに どこで どちら いつから いつまで なにか なんですか なぜ だれ どれ この その あの これは それは そこ ここ について による によって という といい とき ときは こと ことは もの ものは ため よう ように いいですか よいですか ほしい ほしいです はいつ はどこ はどう はいくら はなに はある はあり がある があり もある もあり べますか けますか せますか げますか めますか みますか びますか ねますか べない けない せない めない られずに らずに えられますか けられますか べられますか められますか げられますか せられますか みられますか がいいですか までに ればいい をし をお にお でお はお もし ' +
  'てます てました てない てた てる ってる やってます もやって てどれ たもの いつも もらえる たらどうなる らどう うなる たいん たいんですが んの んは んが んで んを んに かな よね だよ なの なんで じゃ べきか るべき てくれる てくれます ておく ていけば けばいい いけない よろしい ろしいですか ' +
  'むとき るとき うとき くとき すとき つとき ぶとき ぐとき いとき たとき ること なもの なこと つですか つでしょうか めたい りたい きたい ちたい びたい みたい ぎたい';

const PAIR = /^[\p{Script=Hiragana}ー]{2}$/u;
/** The second is a particle, or ends a verb. */
const WITH_ENDING = /^.[をはがての]$|^を/u;
/** A particle beside a word: `料は`, `で届`. */
const WITH_PARTICLE =
  /^(?:[\p{Script=Han}\p{Script=Katakana}ー][はがをにでとのもへや]|[はがをにでとのもへや][\p{Script=Han}\p{Script=Katakana}]|\p{Script=Katakana}\p{Script=Hiragana}|\p{Script=Hiragana}\p{Script=Katakana})$/u;

let stopPairs: ReadonlySet<string> | null = null;
/** The pairs are made with the first one that is looked up: a start needs none of them. */
function isStopPair(pair: string): boolean {
  stopPairs ??= new Set(GRAMMAR.split(' ').flatMap((phrase) => ngramsOf([...phrase], 2)));
  return stopPairs.has(pair);
}

/** True for a pair that tells nothing about what a text is about. */
export const isJapaneseGrammar = (pair: string): boolean =>
  PAIR.test(pair) ? isStopPair(pair) || WITH_ENDING.test(pair) : WITH_PARTICLE.test(pair);
