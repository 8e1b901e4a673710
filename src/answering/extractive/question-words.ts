/** Words of questions that name no topic, beyond the stop words of text analysis; folded, as analysed. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    'much many something anything someone somebody please want wants need needs get gets got tell give know like would could possible ' +
    'accept accepts accepted offer offers offered available kind kinds sort sorts akzeptiert akzeptieren bietet anbieten verfugbar acceptez aceptan aceptais accettate ' +
    'method methods option options policy policies moglichkeit moglichkeiten informationen infos methode methoden ' +
    'help question there hi hello thanks guys anyone ask wondering exactly actually really just also im ive whats dont ' +
    'wann wie was wo wer habt hab habe hast hat haben gibt gibts kann kannst konnt konnen konnte konnten darf durfen mochte mochten will wollen wurde bitte mal etwas was ' +
    'euch eure eurer euer eurem eueren ihr ihre ihrem ihren man muss mussen soll sollte geht gehts denn eigentlich viel viele bekomme bekommt frage hallo danke wieviel ' +
    'puis peut peux pouvez veux voudrais besoin combien avez fait faire quelque chose svp bonjour ' +
    'puedo puede pueden quiero quisiera necesito cuanto cuanta cuantos cuantas tienen tienes hacer algo favor hola ' +
    'posso puo potete vorrei voglio bisogno quanto quanta quanti avete fare qualcosa favore ' +
    'pode podem quero preciso tem fazer alguma coisa ' +
    'kunnen kan mag wil graag iets hebben jullie hoeveel moet ' +
    'moge mozna moze chce potrzebuje prosze macie ' +
    'musunuz misiniz midir miyim istiyorum lutfen var yok nasil kac nedir ' +
    'kan far vill behover nagot snalla har ni ' +
    'можно могу хочу нужно пожалуйста есть сколько'
  ).split(' '),
);

/** @param word in lower case, without diacritics */
export const isFiller = (word: string): boolean => FILLERS.has(word) || /^[a-z]$/.test(word);
