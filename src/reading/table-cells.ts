export const CELL_SEPARATOR = ' | ';
/** A cell with more text holds content, not data. */
export const MAX_CELL_CHARACTERS = 1_500;
