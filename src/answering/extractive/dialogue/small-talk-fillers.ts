/** Words that change nothing about small talk: to whom, how much, what for. In lower case, as `plainWords` leaves them. */
export const FILLERS = new RegExp(
  `(?<=^| )(?:${[
    'so much|very much|a lot|a million|again|everyone|everybody|all|there|team|dear|bot|chatbot|please|then|now|for that|in advance',
    'for (?:your|the|all the|all your)(?: quick| great| kind)? (?:help|answer|reply|info|information|time)',
    'that(?: really| already)? (?:helped|helps|was helpful|was very helpful|was it|is all|answers my question)(?: me)?',
    'zusammen|liebes team|bitte|nochmal|dann|im voraus|dir|ihnen|euch',
    'für (?:die|ihre|deine|eure)(?: schnelle| gute| nette)? (?:hilfe|antwort|auskunft|info|information|mühe)',
    'das (?:hat|war)(?: mir)?(?: sehr| schon| wirklich)? (?:geholfen|hilfreich|weitergeholfen|alles)',
    'beaucoup|à tous|à vous|s’il vous plaît|d’avance|pour (?:votre|ton|ta|l’|la|les|vos)(?: )?(?:aide|réponse|informations?|renseignements?)',
    'a todos|por favor|por todo|de antemano|por (?:la|tu|su|vuestra) (?:ayuda|respuesta|información|atención)',
    'a tutti|per favore|in anticipo|per (?:l’|il tuo |il suo |la tua |la sua |la )(?:aiuto|risposta|informazione)',
    'desde já|mesmo|pel[ao](?: sua| tua)? (?:ajuda|resposta|informação|atenção|retorno|atendimento)',
    'لك|لكم|لكن|جدا|جدًا|كثيرا|كثير|على المساعدة|على الرد|على المعلومات|정말|너무|대단히|도와주셔서|답변',
    'hoor|allemaal|alstublieft|alvast|voor (?:je|jouw|uw|de) (?:hulp|antwoord|informatie)',
    'bardzo|wszystkim|proszę|za pomoc|z góry|herkese|lütfen|yardımınız için|şimdiden|allihopa|för (?:hjälpen|svaret)|på förhand',
    'ạ|nhé|nha|với ạ|ya kak|ya|kak|bang|min|bantuannya|atas bantuannya|banyak|بابت راهنمایی|از راهنمایی شما|خیلی',
    'prosím|moc|mockrát|za pomoc|za odpověď|předem|pekne|za odpoveď|vopred|szépen|nagyon|a segítséget|a választ|előre is|kérem',
    'paljon|kaikille|avusta|vastauksesta|много|моля|за помощта|за отговора|labai|prašau|už pagalbą|už atsakymą|za pomoč|za odgovor|lepo',
    'par palīdzību|par atbildi|lūdzu|abi eest|vastuse eest|palun|väga|si us plau|per l’ajuda|per la resposta|a tothom',
    'всем|пожалуйста|за помощь|за ответ|заранее|всім|за допомогу',
  ].join('|')})(?= |$)`,
  'gu',
);
