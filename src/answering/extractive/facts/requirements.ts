/** Requirements: documents and other things that somebody needs or has to bring, and questions for them. */

/** "Mitzubringen sind", "Required documents", "Pièces à fournir": mostly headings. */
const REQUIREMENTS =
  /(?<!\p{L})(?:requirements?|prerequisites?|(?:required|necessary|needed) (?:documents?|papers)|documents? (?:required|needed)|what (?:to bring|you(?:['’]ll)? (?:will )?need)|(?:you (?:will )?need|bring along|please bring)|checklist|mitzubringen\p{L}{0,2}|unterlagen|voraussetzung\p{L}{0,2}|(?:benötigt|erforderlich)\p{L}{0,2}|(?:sie|du) (?:brauchen|brauchst|benötigen)|pièces|justificatifs|documents à \p{L}+|prérequis|requisitos?|documentación|documentos|necesitas?|requisiti|documenti|documentação|benodigd\p{L}{0,3}|vereisten|wymagane|dokumenty|gerekli|belgeler|необходим\p{L}{1,3}|документы)(?!\p{L})/iu;
/** "What do I need to …", "was muss ich mitbringen", "which documents". */
const ASKED =
  /(?<!\p{L})(?:what (?:documents?|papers|else )?(?:do|will|would|should) (?:i|we|you) (?:need|have to|bring)(?: to)?(?! (?:pay|do|know)\b)|which (?:documents?|papers)|(?:was|welche \p{L}+) (?:brauche|brauch|benötige|brauchen|benötigen|muss|müssen|soll) (?:ich|wir|man)(?! (?:zahlen|bezahlen|tun|machen))|welche (?:unterlagen|dokumente|papiere)|(?:que|quoi|qu['’]est-ce qu(?:['’]il|e)) (?:faut-il|faut|dois-je)|(?:quels|quelles) (?:documents|pièces|papiers|justificatifs)|qué (?:necesito|hace falta|tengo que (?:llevar|presentar)|(?:documentos|documentación|papeles))|(?:cosa|che cosa) (?:serve|devo portare)|(?:quali|che) documenti|o que (?:preciso|é preciso|levar)|(?:que|quais) documentos|wat (?:heb ik nodig|moet ik meenemen)|welke documenten|jakie dokumenty|hangi belgeler|какие документы)(?!\p{L})/iu;

/** Linear in the text. */
export const tellsRequirements = (text: string): boolean => REQUIREMENTS.test(text);

export const asksForRequirements = (question: string): boolean => ASKED.test(question);
