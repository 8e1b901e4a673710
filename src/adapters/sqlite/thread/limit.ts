/** Use it in statements that run often. SQLite compiles a statement anew whenever a bare parameter of `LIMIT` is bound. */
export const LIMIT = 'LIMIT ? + 0';
