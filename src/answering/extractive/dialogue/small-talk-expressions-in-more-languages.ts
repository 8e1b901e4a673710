/** Small talk of visitors in languages with fewer sites. Alternatives are divided by `|`, in lower case. */

export const EXPRESSIONS_IN_MORE_LANGUAGES = {
  fi: {
    hello:
      'hei|moi|terve|moikka|hei hei|huomenta|hyvää huomenta|hyvää päivää|hyvää iltaa|päivää|iltaa|onko siellä ketään|onko ketään paikalla|mitä kuuluu',
    thanks:
      'kiitos|kiitti|kiitos paljon|paljon kiitoksia|kiitoksia|suuret kiitokset|hyvä|hienoa|selvä|selvä kiitos|ok|okei|ymmärrän|loistavaa',
    goodbye:
      'näkemiin|hei hei|heippa|moi moi|hyvää yötä|hyvää päivänjatkoa|mukavaa päivää|ei kiitos|siinä kaikki|ei muuta',
    who: 'kuka olet|kuka sinä olet|oletko robotti|oletko botti|oletko ihminen|mikä sinun nimesi on|puhunko ihmisen kanssa|onko tämä botti',
    overview: 'apua|auta|mitä osaat|mitä voit tehdä|missä voit auttaa|miten voit auttaa|mitä voin kysyä|tarvitsen apua',
    complaint:
      'väärin|se on väärin|väärä vastaus|en kysynyt sitä|ei auta|tämä ei auta|en ymmärrä|et ymmärrä|et vastannut kysymykseeni',
    yes: 'kyllä|joo|juu|kyllä kiitos|tottakai|totta kai|mielellään',
    nothingAsked:
      'ei|odota|hetki|hetkinen|mitä|ehkä|anteeksi|minulla on kysymys|kysymys|saanko kysyä|voinko kysyä jotain|minulla on ongelma',
  },
  bg: {
    hello:
      'здравей|здравейте|здрасти|привет|добър ден|добро утро|добър вечер|ало|има ли някой|има ли някой там|тук ли сте|как сте|как си',
    thanks:
      'благодаря|благодаря ви|много благодаря|благодаря много|мерси|супер|чудесно|отлично|добре|добре благодаря|ок|разбрах|ясно',
    goodbye: 'довиждане|чао|лека нощ|приятен ден|хубав ден|до скоро|не благодаря|това е всичко|нищо друго',
    who: 'кой си ти|кой си|кои сте вие|кои сте|ти бот ли си|бот ли си|робот ли си|човек ли си|вие човек ли сте|как се казваш|с човек ли говоря|това бот ли е',
    overview:
      'помощ|помогни ми|помогнете ми|какво можеш|какво умееш|какво можете|с какво можеш да помогнеш|какво знаеш|какво мога да питам|имам нужда от помощ',
    complaint:
      'грешно|това е грешно|не е вярно|това не е вярно|грешен отговор|не питах за това|не помага|това не помага|не разбирам|не ме разбирате|не отговорихте на въпроса ми',
    yes: 'да|да моля|разбира се|добре да|с удоволствие',
    nothingAsked:
      'не|чакай|чакайте|момент|един момент|какво|може би|извинете|имам въпрос|въпрос|може ли да попитам|мога ли да попитам|имам проблем',
  },
  lt: {
    hello: 'labas|sveiki|sveikas|laba diena|labas rytas|labas vakaras|alio|ar yra kas nors|kaip sekasi',
    thanks: 'ačiū|dėkui|dėkoju|labai ačiū|ačiū labai|didelis ačiū|puiku|gerai|gerai ačiū|supratau|aišku|ok',
    goodbye: 'viso gero|iki|sudie|iki pasimatymo|geros dienos|labanakt|labanaktis|ne ačiū|tai viskas|daugiau nieko',
    who: 'kas tu|kas tu esi|kas jūs|kas jūs esate|ar tu robotas|ar jūs robotas|ar tu botas|ar tu žmogus|ar jūs žmogus|koks tavo vardas|ar kalbu su žmogumi|ar čia botas',
    overview: 'pagalba|padėk|padėkite|ką tu moki|ką gali|kuo gali padėti|ką žinai|ko galiu klausti|man reikia pagalbos',
    complaint:
      'neteisingai|tai neteisinga|tai netiesa|neteisingas atsakymas|aš ne to klausiau|ne to klausiau|nepadėjo|tai nepadeda|nesuprantu|jūs manęs nesuprantate|neatsakėte į mano klausimą',
    yes: 'taip|taip prašau|žinoma|taip ačiū',
    nothingAsked:
      'ne|palauk|palaukite|minutėlę|ką|galbūt|atsiprašau|turiu klausimą|turiu klausimų|klausimas|ar galiu paklausti|turiu problemą',
  },
  sl: {
    hello: 'živjo|zdravo|pozdravljeni|dober dan|dobro jutro|dober večer|hej|halo|je kdo tam|je kdo tu|kako si|kako ste',
    thanks: 'hvala|hvala lepa|najlepša hvala|hvala vam|hvala lepo|super|odlično|v redu|v redu hvala|dobro|razumem|ok',
    goodbye: 'nasvidenje|na svidenje|adijo|lahko noč|lep dan|lep pozdrav|ne hvala|to je vse|nič drugega',
    who: 'kdo si|kdo ste|ali si robot|ste robot|si robot|si bot|ali si bot|ali si človek|ste človek|kako ti je ime|se pogovarjam s človekom|ali je to robot',
    overview:
      'pomoč|pomagaj|pomagajte|kaj znaš|kaj zmoreš|kako mi lahko pomagaš|pri čem lahko pomagaš|kaj veš|kaj lahko vprašam|potrebujem pomoč',
    complaint:
      'napačno|to je napačno|to ni res|napačen odgovor|tega nisem vprašal|tega nisem vprašala|to ne pomaga|ne razumem|ne razumeš me|niste odgovorili na moje vprašanje',
    yes: 'ja|da|ja prosim|seveda|z veseljem',
    nothingAsked:
      'ne|počakaj|počakajte|trenutek|kaj|mogoče|oprostite|imam vprašanje|vprašanje|lahko vprašam|ali lahko nekaj vprašam|imam težavo',
  },
  lv: {
    hello: 'sveiki|sveiks|čau|labdien|labrīt|labvakar|hallo|vai kāds ir|kā iet|kā jums klājas',
    thanks: 'paldies|liels paldies|paldies jums|lieliski|labi|labi paldies|skaidrs|sapratu|ok',
    goodbye: 'uz redzēšanos|atā|visu labu|jauku dienu|ar labu nakti|nē paldies|tas ir viss|neko citu',
    who: 'kas tu esi|kas jūs esat|vai tu esi robots|vai jūs esat robots|vai tu esi cilvēks|vai jūs esat cilvēks|kā tevi sauc|vai es runāju ar cilvēku|vai tas ir robots',
    overview:
      'palīdzība|palīdzi|palīdziet|ko tu proti|ko tu vari|kā tu vari palīdzēt|ko tu zini|ko es varu jautāt|man vajag palīdzību',
    complaint:
      'nepareizi|tas ir nepareizi|tā nav taisnība|nepareiza atbilde|es to nejautāju|tas nepalīdz|nesaprotu|es nesaprotu|jūs mani nesaprotat|jūs neatbildējāt uz manu jautājumu',
    yes: 'jā|jā lūdzu|protams|labprāt',
    nothingAsked:
      'nē|pagaidi|pagaidiet|mirklīti|ko|varbūt|atvainojiet|man ir jautājums|jautājums|vai drīkstu pajautāt|vai varu pajautāt|man ir problēma',
  },
  et: {
    hello: 'tere|tsau|tervist|tere päevast|tere hommikust|tere õhtust|halloo|kas keegi on seal|kuidas läheb',
    thanks: 'aitäh|tänan|suur aitäh|suur tänu|tänud|tänan väga|väga hea|selge|selge aitäh|sain aru|ok|okei',
    goodbye:
      'nägemist|head aega|head ööd|head päeva|ilusat päeva|tsau tsau|ei aitäh|ei tänan|see on kõik|rohkem midagi',
    who: 'kes sa oled|kes te olete|kas sa oled robot|kas te olete robot|kas sa oled bot|kas sa oled inimene|kas te olete inimene|mis su nimi on|kas ma räägin inimesega|kas see on robot',
    overview:
      'abi|aita|aidake|mida sa oskad|mida sa tead|kuidas sa saad aidata|milles saad aidata|mida ma võin küsida|vajan abi',
    complaint:
      'vale|see on vale|see pole tõsi|vale vastus|ma ei küsinud seda|see ei aita|ma ei saa aru|ei saa aru|te ei saa minust aru|te ei vastanud mu küsimusele',
    yes: 'jah|jah palun|muidugi|meeleldi|jaa',
    nothingAsked:
      'ei|oota|oodake|üks hetk|mida|võib-olla|vabandust|mul on küsimus|küsimus|kas tohin küsida|kas ma võin küsida|mul on probleem',
  },
  ca: {
    hello: 'hola|bon dia|bona tarda|bona nit|hi ha algú|que hi ha algú|com estàs|com va|què tal',
    thanks: 'gràcies|moltes gràcies|mil gràcies|merci|perfecte|d’acord|genial|entesos|molt bé|ho entenc|ok|val',
    goodbye:
      'adeu|adéu|fins aviat|a reveure|fins després|bona nit|que vagi bé|bon dia i fins aviat|no gràcies|això és tot|res més',
    who: 'qui ets|qui sou|ets un robot|ets un bot|ets humà|ets una persona|com et dius|parlo amb una persona|és un robot|sou una persona',
    overview:
      'ajuda|què pots fer|què saps|què saps fer|com em pots ajudar|em pots ajudar|em podeu ajudar|què puc preguntar|necessito ajuda|què oferiu|què veneu',
    complaint:
      'està malament|això està malament|no és cert|això no és cert|resposta incorrecta|no és això el que he preguntat|no m’ajuda|això no m’ajuda|no ho entenc|no m’entens|no heu respost la meva pregunta',
    yes: 'sí|és clar|sí gràcies|i tant|d’acord sí',
    nothingAsked:
      'no|espera|espereu|un moment|què|potser|perdó|perdoneu|tinc una pregunta|una pregunta|tinc un dubte|puc fer una pregunta|puc preguntar una cosa|tinc un problema',
  },
} as const;
