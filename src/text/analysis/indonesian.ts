/** Indonesian: words that tell nothing, as people write them in a chat, beside those of the library. */
export const INDONESIAN_CHAT_WORDS: readonly string[] =
  'ga gak nggak ngga engga yg aja sih kah kak min bang mas pak mbak ya iya yah dimana gimana kayak nih tuh utk dgn dg tdk bgmn brp tolong mohon kasih tahu tau pakai pake punya tersedia sedia ada'.split(
    ' ',
  );
