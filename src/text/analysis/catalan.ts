/** Stop words and a light stemmer of Catalan, of which no library of ours has one. */
import { endingsOf, withoutEnding } from './light-stemming.ts';

export const CATALAN_STOP_WORDS: readonly string[] =
  'a abans al algun alguna algunes alguns als amb aquell aquella aquest aquesta aquestes aquests això allò cada cal com con contra d de del dels des després dins dels e el ella elles ells els em en encara ens entre era eren es és està estan estic et fa fan fins fos ha hagi han has havia he hem heu hi ho i jo l la les li lo los m ma massa me meu meva meus mi molt molta molts molts més n no només nosaltres nostra nostre nostres o on per perquè però pel pels poc poden podeu podem pot potser puc qual quals qualsevol quan quant quanta quantes quants què que qui quin quina quines quins s sa se sense ser serà seu seva seus si sobre som són soc sou t també tan tant te tenen teniu tens ti tinc tot tota totes tots u un una unes uns us va vaig vam van vull voldria vol volem vós vosaltres vostra vostre vostres y'.split(
    ' ',
  );

/** Endings of number, persons, participles and nouns of doing. Folded. */
const ENDINGS = endingsOf(
  'acions acio icions icio ucions ucio aments ament iments iment ments ment arem irem aven ades ida ides ada ats its at it ut ar er ir re eu iu au em im am es os en s a e i o',
);

/** @param word folded, in lower case */
export const catalanStem = (word: string): string => withoutEnding(word, ENDINGS);
