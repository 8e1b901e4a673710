/** Korean: particles and endings follow a word without a space. They and words that only ask are stop words. */
import { ngramsOf } from './ngrams.ts';

const alternatives = (list: string): string => list.split(' ').join('|');

/** Particles of two syllables and more end few nouns. */
const LONG_PARTICLES = alternatives(
  '으로부터 에서부터 에서는 에서도 에서만 으로는 으로도 까지는 까지만 까지도 부터는 이라도 이라고 이란 에서 에게 한테 께서 에는 에도 에만 으로 로는 로도 까지 부터 보다 처럼 마다 밖에 이나 이랑 하고 라도 라고 끼리 들이 들은 들도 들을 ' +
    '은요 는요 이요 인가요 입니까 입니다 이에요 이예요 예요 에요 이죠 인데요 인데 이고 이며 이면 인지 일까요 이신가요',
);
const PARTICLES = `${LONG_PARTICLES}|[은는이가을를의에와과랑도만로들요님]`;
/** Endings of verbs and adjectives. */
const ENDINGS = alternatives(
  '나요 는지요 는지 는데요 는데 는 려면 려고요 려고 려는데요 려는데 고요 고 면요 면 면은 시나요 시는지 실까요 십니까 세요 셔도 셨나요 시면 신가요 신지 여도 여 도 요 주세요 주시나요 주시겠어요 줘요 줘 주나요 서요 서 어요 어 아요 어도 았나요 었나요 었어요 을까요 을지 을 니까 니다 습니까 습니다 ' +
    '까요 까 게요 기도 기로 지요 지 죠 가요 다면 다 던데요 데요 야 야지 ㄹ까요 으면 은가요 은지 은데요 은데 은',
);
/** `하다` and `되다`, which make a verb of a noun. */
const DO = '하시|하실|하신|하셔|하|해|했|할|한|합|함|되시|되|돼|됐|될|된|됩|됨';

/** "If" behind a verb, `빠지면`, and not the end of a noun, `비빔냉면`. */
const IF_AFTER = /(?<=[^라냉쫄당화표측전세국수정후])면$/u;

const PARTICLE_AFTER = new RegExp(`(?:${PARTICLES})$`, 'u');
const LONG_PARTICLE_AFTER = new RegExp(`(?:${LONG_PARTICLES})$`, 'u');
const VERB_AFTER = new RegExp(`(?:${DO})(?:${ENDINGS})?$`, 'u');
/** One syllable may end a noun: `강아지`. */
const ENDING_AFTER = new RegExp(
  `(?:${ENDINGS.split('|')
    .filter((ending) => ending.length > 1)
    .join('|')})$`,
  'u',
);

/** Words that name no topic, before particles and endings. */
const TELLING_NOTHING = alternatives(
  '있 없 계시 계셔 주시 주실 주 줘 줄 줍 준 줬 싶 싶어 같 같아 알려 알려주 받 받을 보 봐 볼 봤 좋 좋을 원하 가능 필요 어떻게 어떻 어떡하 어때 어떤 어느 어디 언제 얼마나 얼마 몇 며칠 몇일 몇분 몇명 몇개 몇살 몇층 몇번 무엇 무슨 무어 뭐 뭔 뭘 왜 누구 누가 혹시 제가 저희 우리 내가 ' +
    '여기 거기 이거 그거 이것 그것 것 거 쪽 또는 정도 경우 관련 대해 대해서 대한 위해 통해 궁금 문의 질문 말씀 설명 부탁 바랍 드리 드려 드릴 드립 가르쳐 가르쳐주 말해 얘기해 여쭤 여쭙 안녕 데려가 데려와 데려오 데리고 가져가 가져오 가져와 가지고',
);
/** The same, which begin other words with what follows: `안과`, `수도`, `이용`. */
const ALONE = alternatives(
  '그 이 저 제 내 나 좀 더 꼭 수 수는 수가 때 때는 때도 데 등 및 네 예 아니 아니요 안 못 잘 다 모두 또 그럼 그러면 그런데 그리고 근데 알 알고 가나요 가요 가도 가면 가려면 가야 갈까요 오나요 와요 와도 오면 오려면',
);
const GRAMMAR = new RegExp(
  `^(?:(?:${TELLING_NOTHING}|${DO})(?:${DO})?(?:${ENDINGS}|${PARTICLES}){0,3}|${PARTICLES}|${ALONE})$`,
  'u',
);

/** Syllables of a question's word that are read: longer runs are no words. */
const MAX_RUN = 20;
const FIRST_SYLLABLE = 0xac00;
const FINALS = 28;
const endsInConsonant = (syllable: string): boolean => (syllable.charCodeAt(0) - FIRST_SYLLABLE) % FINALS !== 0;

/** Syllables of such a noun and a particle. */
const MAX_NOUN_RUN = 7;

/** The noun of one syllable in `방에서` and `차를`; null for any other run. A noun of two may end like a particle: `치과`. */
function shortNounOf(run: string): string | null {
  if (run.length > MAX_NOUN_RUN) return null;
  const [noun = '', ...rest] = run;
  const particle = rest.join('');
  if (particle === '' || GRAMMAR.test(noun)) return null;
  if (rest.length > 1) return LONG_PARTICLE_AFTER.exec(particle)?.[0] === particle ? noun : null;
  const isParticle = endsInConsonant(noun) ? /^[은을]$/u : /^[는를]$/u;
  return isParticle.test(particle) || particle === '에' ? noun : null;
}

/** Pairs of syllables, so that particles do not hide a noun, and the one-syllable noun before a particle. */
export function koreanWords(run: string): readonly string[] {
  const pairs = ngramsOf([...run], 2);
  const noun = shortNounOf(run);
  return noun === null ? pairs : [...pairs, noun];
}

/** Words that tell the topic of a question. */
export function koreanContentWords(run: string): readonly string[] {
  if (run.length > MAX_RUN) return ngramsOf([...run], 2);
  if (GRAMMAR.test(run)) return [];
  const noun = shortNounOf(run);
  if (noun !== null) return [noun];
  const word = withoutEndings(run);
  return GRAMMAR.test(word) ? [] : ngramsOf([...word], 2);
}

/** Syllables of a word before an ending, at least, and before a long particle. */
const MIN_WORD = 2;
const MIN_NOUN = 1;
const AFTER_WORD: readonly (readonly [RegExp, number])[] = [
  [VERB_AFTER, MIN_WORD],
  [ENDING_AFTER, MIN_WORD],
  [IF_AFTER, MIN_WORD],
  [LONG_PARTICLE_AFTER, MIN_NOUN],
  [PARTICLE_AFTER, MIN_WORD],
  [LONG_PARTICLE_AFTER, MIN_NOUN],
];

function withoutEndings(run: string): string {
  let word = run;
  for (const [ending, least] of AFTER_WORD) {
    const shorter = word.replace(ending, '');
    if (shorter.length >= least) word = shorter;
  }
  return word;
}
