/** Names of people, and questions for them. */

/** A title, or two words with capitals that begin with no article: "Dr. Harms", "Jan Petersen", "Liz Barton". */
const NAME =
  /(?<!\p{L})(?:(?:Dr|Prof|Mr|Mrs|Ms|Miss|Herrn?|Frau|Mme|Mlle|Sra?|Sig|Dott|Doctor)\.?\s+\p{Lu}|(?!(?:The|Our|Your|My|This|Der|Die|Das|Ein|Eine|Ihre?|Unsere?|Bei|Im|Am|Für|Les?|La|Une?|Nos|Votre|El|Los|Las|Una?|Il|Lo|Gli|De|Het)\s)\p{Lu}\p{Ll}{1,20}(?:-\p{Lu}\p{Ll}{1,20})?\s+(?:(?:van|von|de|del|da|di|al|el|der|den)\s+){0,2}\p{Lu}\p{Ll}{1,20}(?!\p{L}))/u;
const WHO =
  /^\W*(?:(?:and|und|et|y|e)\s+)?(?:who(?:['’]s| is| are)?|whom?|wer|wem|wen|qui|quién(?:es)?|quien(?:es)?|chi|quem|wie is|kto|vem|kim(?:dir|ler)?|кто|ποιος)(?![\p{L}])|谁|誰|누구/iu;
/** "Is there somebody who …?" */
const SOMEBODY =
  /(?<!\p{L})(?:anyone|anybody|someone|somebody|jemand(?:en)?|quelqu['’]un|alguien|qualcuno|alguém|iemand)(?!\p{L})/iu;

/** Linear in the text. */
export const tellsPerson = (text: string): boolean => NAME.test(text);

export const asksForPerson = (question: string): boolean => WHO.test(question) || SOMEBODY.test(question);
