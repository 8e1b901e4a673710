export const DIMENSIONS = 256;
