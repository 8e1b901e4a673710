/**
 * Raise when pages give other text than before. Crawls keep what they read of pages that do not change, and read them anew only for
 * another version.
 */
export const READING_VERSION = 9;
