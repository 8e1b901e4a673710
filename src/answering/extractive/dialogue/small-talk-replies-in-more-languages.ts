/** Replies to small talk in languages with fewer sites. */
import type { SmallTalkReplies } from './phrase-names.ts';

export const REPLIES_IN_MORE_LANGUAGES = {
  fi: {
    hello: 'Hei! Mitä haluaisit tietää?',
    thanks: 'Ole hyvä! Voinko auttaa vielä jossain?',
    goodbye: 'Näkemiin ja mukavaa päivää!',
    who: 'Olen avustaja ({}) ja vastaan kysymyksiin saatavilla olevan sisällön perusteella.',
    humanOnRequest:
      'Totta kai. Jos et ole vielä painanut alla olevaa painiketta, paina sitä, niin joku vastaa sinulle tässä.',
    sorry: 'Olen pahoillani. Kysy uudelleen toisin sanoin tai kerro, mistä on kyse.',
    askAgain: 'Mitä haluaisit tietää? Kokonaisen kysymyksen avulla löydän vastauksen helpommin.',
  },
  bg: {
    hello: 'Здравейте! Какво бихте искали да знаете?',
    thanks: 'Моля! Мога ли да помогна с още нещо?',
    goodbye: 'Довиждане и приятен ден!',
    who: 'Аз съм асистентът на {} и отговарям на въпроси по наличното съдържание.',
    humanOnRequest: 'Разбира се. Ако още не сте натиснали бутона по-долу, натиснете го и някой ще ви отговори тук.',
    sorry: 'Съжалявам. Попитайте отново с други думи или посочете темата.',
    askAgain: 'Какво бихте искали да знаете? С цял въпрос по-лесно намирам отговора.',
  },
  lt: {
    hello: 'Sveiki! Ką norėtumėte sužinoti?',
    thanks: 'Prašom! Ar galiu dar kuo nors padėti?',
    goodbye: 'Viso gero ir geros dienos!',
    who: 'Esu asistentas ({}) ir atsakau į klausimus pagal turimą informaciją.',
    humanOnRequest: 'Žinoma. Jei dar nepaspaudėte toliau esančio mygtuko, paspauskite jį ir kas nors jums čia atsakys.',
    sorry: 'Apgailestauju. Paklauskite dar kartą kitais žodžiais arba nurodykite temą.',
    askAgain: 'Ką norėtumėte sužinoti? Pagal visą klausimą lengviau randu atsakymą.',
  },
  sl: {
    hello: 'Pozdravljeni! Kaj bi radi izvedeli?',
    thanks: 'Ni za kaj! Lahko še kako pomagam?',
    goodbye: 'Nasvidenje in lep dan!',
    who: 'Sem pomočnik ({}) in odgovarjam na vprašanja po razpoložljivih vsebinah.',
    humanOnRequest: 'Seveda. Če še niste pritisnili spodnjega gumba, ga pritisnite in nekdo vam bo odgovoril tukaj.',
    sorry: 'Žal mi je. Vprašajte, prosim, z drugimi besedami ali napišite, za kaj gre.',
    askAgain: 'Kaj bi radi izvedeli? Na celo vprašanje lažje najdem odgovor.',
  },
  lv: {
    hello: 'Labdien! Ko jūs vēlētos uzzināt?',
    thanks: 'Lūdzu! Vai varu vēl kaut kā palīdzēt?',
    goodbye: 'Uz redzēšanos un jauku dienu!',
    who: 'Esmu asistents ({}) un atbildu uz jautājumiem pēc pieejamā satura.',
    humanOnRequest: 'Protams. Ja vēl neesat nospiedis tālāk redzamo pogu, nospiediet to, un kāds jums šeit atbildēs.',
    sorry: 'Atvainojiet. Lūdzu, jautājiet vēlreiz citiem vārdiem vai nosauciet tēmu.',
    askAgain: 'Ko jūs vēlētos uzzināt? Uz pilnu jautājumu man vieglāk atrast atbildi.',
  },
  et: {
    hello: 'Tere! Mida soovite teada?',
    thanks: 'Palun! Kas saan veel kuidagi aidata?',
    goodbye: 'Nägemist ja ilusat päeva!',
    who: 'Olen abiline ({}) ja vastan küsimustele olemasoleva sisu põhjal.',
    humanOnRequest: 'Muidugi. Kui te pole veel allolevat nuppu vajutanud, vajutage seda ja keegi vastab teile siin.',
    sorry: 'Vabandust. Palun küsige uuesti teiste sõnadega või nimetage teema.',
    askAgain: 'Mida soovite teada? Terve küsimuse põhjal leian vastuse kergemini.',
  },
  ca: {
    hello: 'Hola! Què voleu saber?',
    thanks: 'De res! Us puc ajudar en res més?',
    goodbye: 'Adeu i que tingueu un bon dia!',
    who: "Soc l'assistent de {} i responc preguntes a partir dels seus continguts.",
    humanOnRequest: 'És clar. Si encara no ho heu fet, premeu el botó de sota i algú us respondrà aquí.',
    sorry: 'Ho sento. Torneu-ho a preguntar amb altres paraules o digueu de què es tracta.',
    askAgain: 'Què voleu saber? Una pregunta completa m’ajuda a trobar la resposta.',
  },
} as const satisfies Readonly<Record<string, SmallTalkReplies>>;
