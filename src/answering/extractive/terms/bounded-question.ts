const MAX_CHARACTERS_READ = 500;

/** The part of a question that patterns read, which bounds their time. */
export const boundedQuestion = (question: string): string => question.slice(0, MAX_CHARACTERS_READ);
