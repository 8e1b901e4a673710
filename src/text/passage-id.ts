/** Ids of neighbours can be derived. */
export const passageId = (generation: string, ordinal: number): string => `${generation}.${ordinal}`;
