/** Requirements: documents and other things that somebody needs or has to bring, and questions for them. */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { questionPattern } from '../terms/question-pattern.ts';

/** "Mitzubringen sind", "Required documents", "Pièces à fournir": mostly headings. */
const REQUIREMENTS = pattern(
  'iu',
  /(?<!\p{L})/u,
  oneOf(
    /requirements?|prerequisites?|(?:required|necessary|needed) (?:documents?|papers)/u,
    /documents? (?:required|needed)|what (?:to bring|you(?:['’]ll)? (?:will )?need)/u,
    /(?:you (?:will )?need|bring along|please bring)|checklist|mitzubringen\p{L}{0,2}|unterlagen/u,
    /voraussetzung\p{L}{0,2}|(?:benötigt|erforderlich)\p{L}{0,2}/u,
    /(?:sie|du) (?:brauchen|brauchst|benötigen)|pièces|justificatifs|documents à \p{L}+|prérequis/u,
    /requisitos?|documentación|documentos|necesitas?|requisiti|documenti|documentação|benodigd\p{L}{0,3}/u,
    /traga|traiga|lleve|apportez|munissez-vous|porta(?:re|te) con|przynie(?:ść|śc)|prosimy zabrać|breng(?:t u)? \p{L}+ mee|bring(?:en sie|st du|t)? [^.]{1,80} mit/u,
    /vereisten|wymagane|dokumenty|gerekli|belgeler|gereklidir|potrebn[aieo](?: je| su)?|potrzebn[aey](?: jest| są)?|необходим\p{L}{1,3}|документы/u,
  ),
  /(?!\p{L})/u,
);
/** "What do I need to …", "was muss ich mitbringen", "which documents". */
const ASKED = questionPattern(
  'iu',
  /(?<!\p{L})/u,
  oneOf(
    /what (?:documents?|papers|else )?(?:do|will|would|should) (?:i|we|you) (?:need|have to|bring)(?: to)?(?! (?:pay|do|know)\b)/u,
    /which (?:documents?|papers)/u,
    sequence(
      /(?:was|welche \p{L}+) /u,
      oneOf(/brauche|brauch|benötige|brauchen|benötigen|muss|müssen|soll/u),
      / (?:ich|wir|man)(?! (?:zahlen|bezahlen|tun|machen))/u,
    ),
    /welche (?:unterlagen|dokumente|papiere)/u,
    /(?:que|quoi|qu['’]est-ce qu(?:['’]il|e)) (?:faut-il|faut|dois-je)/u,
    /(?:quels|quelles) (?:documents|pièces|papiers|justificatifs)/u,
    /qué (?:necesito|hace falta|tengo que (?:llevar|presentar)|(?:documentos|documentación|papeles))/u,
    /(?:cosa|che cosa) (?:serve|devo portare)|(?:quali|che) documenti|o que (?:preciso|é preciso|levar)/u,
    /(?:que|quais) documentos|wat (?:heb ik nodig|moet ik meenemen)|welke documenten|jakie dokumenty/u,
    /hangi belgeler|ne (?:lazım|lazim|gerekli|gerekiyor|gerek)(?= *(?:$|[?,]))|какие документы|co (?:jest )?potrzebn[ea]|co trzeba (?:mieć|zabrać|przynieść)/u,
    /faut quoi|quoi comme (?:papiers?|documents?|pièces)|[šs]to (?:mi |sve )?treba|[šs]ta (?:mi |sve )?treba|koji (?:su )?(?:dokumenti|papiri)/u,
  ),
  /(?!\p{L})/u,
);

/** Linear in the text. */
export const tellsRequirements = (text: string): boolean => REQUIREMENTS.test(text);

export const asksForRequirements = (question: string): boolean => ASKED.test(question);
