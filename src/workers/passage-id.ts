/** The id of a run's passage: who has one can name its neighbours without asking. */
export const passageId = (generation: string, ordinal: number): string => `${generation}.${ordinal}`;
