/** Raise it when a text gives other words than before: the search index is then built anew beside the old one. */
export const ANALYSIS_VERSION = 9;
