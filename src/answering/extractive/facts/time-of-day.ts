/** Questions for a time of day in Romance languages, whose word for it also counts hours: "até que horas" asks for 10h30, not for "8 horas". */

const ASKED = /(?<!\p{L})(?:que|qué|quelles?|che)\s(horas?|heures?|ora)(?!\p{L})/iu;

/** Word by which the question asks for a time of day; null for any other question. Folded. */
export const timeOfDayWord = (question: string): string | null =>
  ASKED.exec(question.slice(0, 500))?.[1]?.toLowerCase() ?? null;
