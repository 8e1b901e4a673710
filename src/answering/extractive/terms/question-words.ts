import { lazily } from '../../../lib/lazily.ts';
import {
  CROATIAN,
  CZECH_AND_SLOVAK,
  DANISH,
  DUTCH,
  ENGLISH,
  FRENCH,
  GERMAN,
  HUNGARIAN,
  INDONESIAN,
  ITALIAN,
  type Language,
  NORWEGIAN,
  POLISH,
  PORTUGUESE,
  ROMANIAN,
  SPANISH,
  SWEDISH,
  TURKISH,
  VIETNAMESE,
} from '../../../text/analysis/languages.ts';
import { inTraditionalChinese } from '../../../text/traditional-chinese.ts';
import { isServiceWord } from '../thesaurus/synonyms.ts';
import { boundedQuestion } from './bounded-question.ts';

/** Words of questions that name no topic, beyond the stop words of text analysis; folded, as analysed. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    'much many something anything someone somebody please want wants need needs get gets got tell give know like would could possible ' +
    'accept accepts accepted offer offers offered available kind kinds sort sorts akzeptiert akzeptieren bietet anbieten verfugbar acceptez aceptan aceptais accettate ' +
    'method methods option options policy policies moglichkeit moglichkeiten informationen infos methode methoden ' +
    'per heute morgen gestern today tomorrow tonight currently hoy manana aujourd hui demain oggi domani hoje amanha vandaag dzis dzisiaj jutro bugun yarin idag imorgon сегодня завтра ' +
    'gerade aktuell momentan actuellement ahora actualmente adesso attualmente help question there hi hello thanks guys anyone ask wondering exactly actually really just also im ive whats theres dont ' +
    'wann wie was wo wer habt hab habe hast hat haben gibt gibts kann kannst konnt konnen konnte konnten darf durfen mochte mochten will wollen wurde bitte mal etwas was ' +
    'hin hierher dahin ' +
    'euch eure eurer euer eurem eueren ihr ihre ihrem ihren man muss mussen soll sollte geht gehts denn eigentlich viel viele bekomme bekommt frage hallo danke wieviel ' +
    'quand comment pourquoi quel quelle quels quelles faut il puis peut peux pouvez veux voudrais besoin combien avez fait faire quelque chose svp bonjour ' +
    'puedo puede pueden quiero quisiera necesito cuanto cuanta cuantos cuantas tienen tienes hacer algo favor hola ' +
    'posso puo potete vorrei voglio bisogno quanto quanta quanti avete fare qualcosa favore ' +
    'pode podem quero preciso tem fazer alguma coisa quantos quantas quanta quais vuole vogliono wohin woher womit wofur ' +
    'kunnen kan mag wil graag iets hebben jullie hoeveel moet wanneer waar wie wat welke zijn zitten krijgen ' +
    'moge mozna moze chce potrzebuje prosze macie ' +
    'nereye edebilirim edebilir miyim edilir ' +
    'musunuz misiniz midir miyim istiyorum lutfen var yok nasil kac nedir ' +
    'kan far vill behover nagot snalla har ni ' +
    'prosze powiedz powiedziec posiadacie posiada oferujecie oferuje dostepny dostepna dostepne chcialbym chcialabym potrzebny potrzebne ' +
    'можно могу хочу нужно нужен нужна нужны надо пожалуйста есть сколько какой какая какое какие какого какую какому каком каким какими каких ' +
    'ποσο ποση ποσα ποσες ποσοι ποσους ποσων ποσος ποτε που πως τι ποιο ποια ποιος ποιοι ποιες ποιον εχετε εχει εχω εχουμε εχουν υπαρχει υπαρχουν μπορω μπορουμε μπορει μπορειτε ' +
    'θελω θελουμε θα ηθελα ειναι σας μας μου παρακαλω κατι διαθετετε προσφερετε δεχεστε ζητατε κανετε αυριο σημερα ' +
    'kolik kdy jak kdo jaky jaka jake jakou jakem ktery ktera ktere mate muzu mohu muzeme lze chci chtel chtela bych potrebuji prosim neco jsou vas vam nam nabizite prijimate jestli dnes zitra to ho ji ' +
    'nejake nejaky nejaka berete nabizi ' +
    'kolko kolkej kedy ako kto aky aka ake akou akom ktory ktora ktore mozem mozeme chcem chcel chcela chceli potrebujem nieco su ponukate prijimate ci zajtra beriete nejake nejaky nejaka ' +
    'szeretnek szeretnenk akarok akarunk kaphato elerheto elfogadnak elfogadtok kinalnak kinaltok holnap hany hanyas mennyi mennyit mennyibe mikor meddig hogyan milyen melyik vannak lehet tudok tudunk ' +
    'koliko gdje gde kada kako dovesti povesti dovedem povedem tko ko sta sto koji koja koje imate ima imam mogu moze mozemo mozete mogli bih zelim trebam treba molim nesto netko neko prihvacate primate nudite dajete postoji danas sutra jel je li ' +
    'cati cate cata cand aveti puteti putem vreau doresc dorim exista oferiti acceptati faceti ' +
    'hva nar hvem hvilke dere deres jeg kan vi onko voiko saako voinko paljonko kuinka enta teilla milloin missa mika mita miten mihin asti olette oletteko voin saan pitaako kauanko montako haluaisin bent za kolik ' +
    'khong duoc nhieu muon finnes finns findes finnas trenger trengs maste ma hos pra ' +
    'hvad hvordan hvornar hvem hvorfor hvilke hvilken hvilket tilbyder jeres ' +
    'подскажите скажите хотел хотела хотелось предлагаете предоставляете'
  ).split(' '),
);

/** Generic words: they tell a little, whether the content holds them or not. Folded, as analysed. */
const GENERIC_WORDS: ReadonlySet<string> = new Set(
  (
    'often frequently oft haufig souvent frequemment menudo spesso vaak frequencia happen happens happened show shows shown go goes going gone long keep keeps kept know knows known done said say says stay stays back way ways make makes made making ' +
    'sell sells verkauft verkaufen vendez vendre venden vender vendeis vendete vendere vendem verkopen verkoopt ' +
    'handle handles away sure able nearby anytime somewhere advance beforehand ahead possible possibly work works come comes coming take takes taking put puts see seen look looks looking find found try trying let new good best ' +
    'better first last right thing things stuff time times without else ever still already soon quickly fast rather big ask problem normal wrong instead mean means anywhere ' +
    'somehow everyone everything doable someone doesnt cant isnt wont id hear turn via afterwards afterward then next later like around near now allow allowed allows ok okay meaning life killing change changed changing recommend recommends recommended suggest fix fixed fixing solve solved resolve beheben behebe arreglar solucionar stop stops stopped stopping supports supported supporting extra version versions mode modes difference differences differ compare compared unterschied unterschiede ' +
    'vormittag vormittags nachmittag nachmittags abend abends mittags morgens morning afternoon evening matin aprem soir tarde tardes manha mattina mattino pomeriggio ochtend middag avond rano popoludniu wieczorem sabah sabahlari ogleden aksam ujutro popodne navecer fahrt faehrt fahren fahre passent falta dakika adi ismi ' +
    'heure heures hora horas uhr become becoming welcome permitted erlaubt gestattet willkommen accepte accepter acceptes acceptee acceptees admis admise admises autorise autorises autorisee autorisees permitido permitidos permitida permitidas permiten admiten admitidos ammessi ammesso permesso toegestaan ' +
    'bring brings bringing benefit benefits advantage advantages perks compliant compliance compatible include includes included including mitbringen mitnehmen inbegriffen inklusive enthalten apporter amener emmener traer llevar entrar incluido incluida portare trazer levar meenemen ' +
    'lange schnell danach nachher anschliessend spater machen macht mach gehen kommen kommt bekommen warten gerne gern auf da dort schon immer wieder neu neue neuen gut gute beste tun brauche braucht wissen ' +
    'robicie robi robia robisz suruyor surer surecek 성함 이름 komme gehe mache nehme nehmen nehmt nimmt bringt braucht verlangt antelacion avisar voraus vorher vorab tevoren vooraf vantevoren lasse lassen bleibe bleiben bringe kriege kriegen erhalte erhalten empfehlen empfiehl empfehlt weiter weitere weiteren weiterer weiteres weiss sagen sagt passiert finden finde uberhaupt ungefahr normalerweise selbst einfach moglich zeit dauert daheim teuer bieten bietet hoch gross ' +
    'despues luego hace haceis hacen tener teneis va voy ir venir saber sabe decir pasa pasar cosa cosas mucho ahi aqui alli todavia siempre mejor posible dejar dejo quedar quedarme quedo quedarnos gustaria querer queremos queria desde ' +
    'apres ensuite fait faites doit dois doivent devoir peuvent aller vais savoir sait dire passe passer chose choses beaucoup ici deja encore toujours bien mieux possible aimerais trouve trouver on inclus inclusa inclusi incluso incluse compreso compresa compresi comprese compris machine ' +
    'gerekiyor gerek gerekir gerekli lazim kacta kacinda olacak olur olmasi musun misin muyum miyiz muyuz getir getire getirebilir gelebilir etmek ederim edersem ediyorsunuz yapiyorsunuz yapilir yapiliyor alabilir alinir veriyor veriyorsunuz en cok yapmak yapmaliyim yapiyor yapabilir olur oluyor gelir geliyor etmek ediyor hangi nereden zaman kaca mu mi bana yapabilirim almak aliyor nerede istiyorum kesiyor yontem yontemleri yontemi maddesi ' +
    'dopo poi fatto faccio devo deve dovrei andare vado venire sapere succede cose molto gia ancora sempre bene meglio possibile ' +
    'depois faz ir vou vir dizer acontece coisa muito ainda bem melhor possivel ' +
    'zrobic robic znalezc dostac wziac zabrac skorzystac dziala dlugo szybko duzo malo lepszy najlepszy nowy nowe pierwszy ostatni raz czas potem pozniej wczesniej dokladnie mozliwe mozliwosc ' +
    'получить сделать делать делаете делают узнать найти взять брать прийти идти пойти давать даете дают имеется бывает возможно долго быстро новый лучший первый последний раз время времени потом позже раньше ' +
    'يستغرق تستغرق وقت 이용 제공 요일 기간 걸려 걸리 걸릴 ット ' +
    'ωρα ωρες πρεπει γινεται κανει κανουμε μεχρι ερθω ερχομαι ' +
    'dlouho trva musim musime delat udelat doba potom dureaza trebuie facem timp vindeti prodavate saelger πουλατε πουλας tager tid lang selesai selesainya lamanya ' +
    'cekat cakat prijde prijit pride dat castka castky castku suma sumy sumu brat vzit vezmu vezmeme nevadi jde jdou dostat dostanu dostane dostaneme najit zjistit vedet hodin hodine trvat dlho trva musime musim spravit robit urobit zobrat vziat beriem vezmem ist pridem prist hodina hodinu hodiny hodinach dovezt prodavate prodava delate dela predavate predava robite robi ' +
    'varni osszeg osszegtol osszegu vihetek vihetem vihetunk vinni hozhatok hozhatunk hozni hozhatom johetek johetunk jonni menni mehetek mehetunk kapok kapom kapni idot ideig sokaig tartanak tegyek csinaljak vehetek venni arulnak arultok csinalnak csinaltok keszitenek kesziteni szukseges erdemes ora orakor oraig oratol ' +
    'kveld kvelden kvelds kvall kvallen aften aftenen vaere vare 중간 vente venter vanta vantar begynner begynder borjar startar inkludert inkluderet inkluderat ingar inngar займає займе триває χρειαζεται χρειαζομαι χρειαζομαστε χρειαζονται primesc inapoi ajunge παιρνω παιρνουμε παρω πισω взяти узяти отримати зробити прийти dobijam dobijamo dobijate ' +
    'dugo treba trebam potrebno doci dolazim dodem ici idem donijeti doneti ponijeti poneti dobiti dobijem dobivam uzeti nositi raditi napraviti prodajete nudite dajete radite vrijeme vreme ujutro moguce ceka cekati cijelo slati saljete ' +
    'temps lenge for ta prijet kauan kestaa siella taalla ottaa mukaan tuoda זמן לוקח לוקחים far weit entfernt loin lejos lontano longe daleko далеко μακρια uzak ' +
    // "How often", "how does … work", "is it possible", "I am looking for", "could you tell me", "do you offer", "I would like".
    'fois ogni czesto siklikla часто ofta ofte casto gyakran funktioniert fonctionne funciona funziona werkt fungerar fungerer funguje functioneaza mukodik ' +
    'mojligt mulig muligt mumkun возможна возможны можлива можливо mozne lehetseges posibil संभव cherche busco procuro cerco zoek szukam ariyorum ищу шукаю ' +
    'soker soger hledam hladam keresek ابحث dites vertellen soyler beratta rict spune mondani beritahu बताओ बताइए बारे plait alstublieft tack kerem propose proposez ' +
    'ofrecen ofreceis ofrece oferecem offrite bieden erbjuder tilbyr пропонуєте пропонуете sunuyor gostaria dori vilja nodig kunt butuh चाहता चाहती चाहते ' +
    'bisogna jusqu quando fino zamana indtil seit насчет kriegt dabei ' +
    'laat kwijt ergens daarna doen doet gaan gaat komen komt weten zeggen gebeurt ding altijd goed mogelijk lang snel hoog groot duur'
  ).split(' '),
);

/** Chinese words of questions that name no topic. */
const IDEOGRAPHIC_FILLERS: ReadonlySet<string> = new Set(
  (
    '多少钱 什么价 有没有 你们 您们 我们 他们 你 您 我 他 她 它 几 几点 多少 多久 多长 多 少 什么 怎么 怎样 怎么样 如何 哪里 哪儿 哪些 哪 谁 为什么 可以 可 以 能 能够 会 要 想 需要 请 请问 问 有 没有 没 有没有 是 是不是 不 吗 呢 吧 啊 了 的 地 得 ' +
    '在 到 去 来 给 把 被 和 与 跟 就 都 也 还 还是 或者 这 那 这个 那个 个 一 一个 一下 用 做 办 什么时候 几天 多少天 哪天 今天 明天 现在 之内 以内 是否 何时 哪个 多长时间 怎么办 时候 时间 方式 东西 告诉 知道 帮 最 好 最好 很 ' +
    '几多 几钱 边度 点算 点样 唔 咩 冇 嘅'
  )
    .split(' ')
    .flatMap((word) => [word, inTraditionalChinese(word)]),
);

/** Words of the lists that name a topic in another language: German `hat`, Italian `fare`, English `sort`, which is black in Danish. */
const TOPICS: ReadonlyMap<Language, ReadonlySet<string>> = new Map(
  (
    [
      [ENGLISH, 'hat fare mate man mag ma bent machine loin pride brat ding encore gross'],
      [GERMAN, 'kolik mate mode'],
      [FRENCH, 'mal vente mode'],
      [SPANISH, 'mate mal suma'],
      [PORTUGUESE, 'mate mal suma'],
      [ITALIAN, 'mal mode'],
      [DUTCH, 'mode'],
      [POLISH, 'suma brat kac'],
      [CZECH_AND_SLOVAK, 'hora dort'],
      [HUNGARIAN, 'to ho hat var vas vam mag per hab'],
      [CROATIAN, 'suma brat put'],
      [ROMANIAN, 'mate vas far var brat suma'],
      [DANISH, 'sort kolik far hat mal mode time turn'],
      [NORWEGIAN, 'sort kolik far hat mal mode time turn'],
      [SWEDISH, 'kolik mal mode puts'],
      [TURKISH, 'su hat kan mal sort far ask'],
      [INDONESIAN, 'mal kaca musim mode'],
      [VIETNAMESE, 'hat ho su man tem ma lang'],
    ] as const
  ).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** Generic words of one language that name a topic in others: Swedish `många`, without its mark, are Japanese comics. */
const GENERIC_IN: ReadonlyMap<Language, ReadonlySet<string>> = new Map(
  (
    [
      [SWEDISH, 'manga gar stor stora'],
      [DANISH, 'stor store'],
      [NORWEGIAN, 'stor store far an ser gjerne'],
      [ITALIAN, 'fa'],
      [INDONESIAN, 'cara cari'],
      [HUNGARIAN, 'van kell ki meg tudja'],
    ] as const
  ).map(([language, words]) => [language, new Set(words.split(' '))]),
);

const isTopicIn = (language: Language | undefined, word: string): boolean =>
  language !== undefined && TOPICS.get(language)?.has(word) === true;

/** @param word in lower case, without diacritics @param language of the question, where it is known */
export const isQuestionStopWord = (word: string, language?: Language): boolean =>
  (FILLERS.has(word) && !isTopicIn(language, word)) || /^[a-z]$/.test(word);

/** @param word in lower case, without diacritics @param language of the question, where it is known */
export const isGenericWord = (word: string, language?: Language): boolean =>
  (GENERIC_WORDS.has(word) && !isTopicIn(language, word)) ||
  (language !== undefined && GENERIC_IN.get(language)?.has(word) === true);

export const isIdeographicStopWord = (word: string): boolean => IDEOGRAPHIC_FILLERS.has(word);

/** Japanese fillers, and stems of generic verbs. */
const JAPANESE_FILLERS: ReadonlySet<string> = new Set(
  '何人 何名 何日 何分 何回 何歳 何枚 大丈夫 持 持ち 持っ 行 行き 行け 行っ 使 使え 使い 連れ 連 出て 何 誰 方 私 僕 頂 下 教 教え 知 知り 知ら 欲 欲し 可能 方法 必要 場合 出来 言 言い 思 思い 聞 聞き 良 良い 致 際'.split(
    ' ',
  ),
);

const HAN_WORD = /^\p{Script=Han}+$/u;
const PAIR_OF_IDEOGRAPHS = /^\p{Script=Han}{2}$/u;
/** Japanese verbs and adjectives: `割れて`. */
const INFLECTED =
  /\p{Script=Han}(?!な(?:もの|こと|とき|\p{Script=Han})|だけ|まで|から|より|など|しか|くらい|ぐらい|ごと|ずつ|ありま|ある|いくら|いつ|どこ|おしえ|おねが|ください)\p{Script=Hiragana}/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Loads a dictionary of 3 MB. */
const segmenter = lazily(() => new Intl.Segmenter('zh', { granularity: 'word' }));

/** Single and paired characters of a question that belong to a content word; pairs across two words say nothing. */
export function contentIdeographs(question: string): ReadonlySet<string> {
  const read = boundedQuestion(question);
  const isJapanese = KANA.test(read);
  const ofContentWords = new Set<string>(
    isJapanese ? read.match(INFLECTED)?.filter((pair) => !JAPANESE_FILLERS.has(pair)) : [],
  );
  const fillers = isJapanese ? JAPANESE_FILLERS : IDEOGRAPHIC_FILLERS;
  for (const segment of isJapanese ? segmentsOf(read) : withServiceWords(segmentsOf(read))) {
    const word = isJapanese ? segment.replace(/\p{Script=Hiragana}+/gu, '') : segment;
    if (!HAN_WORD.test(word) || fillers.has(word)) continue;
    const characters = [...word];
    characters.forEach((character, at) => {
      ofContentWords.add(character);
      if (at > 0) ofContentWords.add(`${characters[at - 1]}${character}`);
    });
  }
  return ofContentWords;
}

const segmentsOf = (text: string): readonly string[] => [...segmenter().segment(text)].map(({ segment }) => segment);

/** The dictionary lacks words of shops: it cuts `退货` in two, and `开发票` behind `开发`. */
function withServiceWords(segments: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (const segment of segments) {
    const before = words.at(-1) ?? '';
    const pair = before.slice(-1) + segment.slice(0, 1);
    const isCut = PAIR_OF_IDEOGRAPHS.test(pair) && isServiceWord(pair);
    if (!isCut || isServiceWord(before) || isServiceWord(segment)) words.push(segment);
    else words.splice(-1, 1, ...[before.slice(0, -1), pair, segment.slice(1)].filter((word) => word !== ''));
  }
  return words;
}
