/** Words as written, since a noun may differ in its marks alone: `cho` (for) is one, `chó` (dog) is none. */
export const VIETNAMESE_STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'không được tôi là và của có những các một này đó thì mà bị cho với để khi như nào sao nhiêu mấy gì ở từ đến ra vào cũng ' +
    'đã đang sẽ rằng hay hoặc nếu bạn chúng mình em anh chị ạ nhé nha nhỉ vậy ơi dạ giùm giúp rồi nữa'
  ).split(' '),
);
