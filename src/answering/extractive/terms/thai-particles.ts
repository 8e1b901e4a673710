/** Thai writes no spaces: words that only ask or are polite would pass for content, in the pairs of characters that a question is cut into. */
import { oneOf, pattern } from '../../../lib/patterns.ts';

const THAI = /\p{Script=Thai}/u;
const PARTICLES = pattern(
  'gu',
  oneOf(
    // A question's end, with what makes it polite: `ไหม` is silk elsewhere.
    /(?:ได้|บ้าง)?(?:ไหม|มั้ย|มั๊ย|ไม๊|หรือไม่|หรือเปล่า|รึเปล่า|หรือยัง)(?=\s*(?:$|[?.!]|นะ|ค่?ะ|ครับ|คับ|จ๊ะ|จ้า))/u,
    /(?:นะ)?(?:ครับ|คับ|ค่ะ|คะ|จ้า)(?=\s|$|[?.!])/u,
    /กี่(?:โมง|บาท)|เมื่อไหร่|ยังไง|ตรงไหน/u,
    /อยากทราบ|อยากรู้|ขอทราบ|รบกวน|สอบถาม|ช่วยบอก|ไม่ทราบว่า|^ขอ|หน่อย/u,
  ),
);

/** @param question in any script */
export const withoutThaiParticles = (question: string): string =>
  THAI.test(question) ? question.replace(PARTICLES, ' ') : question;
