/** Id of a passage of a generation. Ids of neighbours can be derived from it. */
export const passageId = (generation: string, ordinal: number): string => `${generation}.${ordinal}`;
