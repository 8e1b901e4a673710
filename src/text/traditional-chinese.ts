/** Traditional forms of the ideographs that the service's own words of questions are written with in simplified Chinese. */

const SIMPLIFIED =
  '么们吗几点没还这个给时间为谁请问长样里儿会开关门营业费价钱运货换联络系电话邮网线无车发坏损优岁注册记学号转帐现过宠猫来对周铁厅饭办变错写务医质说妇担龄与报钟师练铺码经账谢见单订礼购买卖员证护预约区银带从后气处馆让应该启认诊养视调热团计双层楼愿听婴亲欢伤广类产讯满条标动机队难归边国两张颜课习选择赠户迟复导责聪创骗实体裏';
const TRADITIONAL =
  '麼們嗎幾點沒還這個給時間為誰請問長樣裡兒會開關門營業費價錢運貨換聯絡繫電話郵網線無車發壞損優歲註冊記學號轉帳現過寵貓來對週鐵廳飯辦變錯寫務醫質說婦擔齡與報鐘師練舖碼經賬謝見單訂禮購買賣員證護預約區銀帶從後氣處館讓應該啟認診養視調熱團計雙層樓願聽嬰親歡傷廣類產訊滿條標動機隊難歸邊國兩張顏課習選擇贈戶遲復導責聰創騙實體裡';

const FORMS = new Map([...SIMPLIFIED].map((written, at) => [written, [...TRADITIONAL][at] ?? written]));
const IDEOGRAPH = /\p{Script=Han}/gu;

/** Written in both scripts. */
const SHARED = '后里系周注裏';
const SIMPLIFIED_ONLY = new Set([...SIMPLIFIED].filter((written) => !SHARED.includes(written)));
const TRADITIONAL_ONLY = new Set([...TRADITIONAL].filter((written) => !FORMS.has(written)));

/** True for a text in traditional characters, false for one in simplified ones, null for one that may be either. */
export function isTraditionalChinese(text: string): boolean | null {
  const [traditional, simplified] = [TRADITIONAL_ONLY, SIMPLIFIED_ONLY].map((telling) =>
    [...text].reduce((count, character) => (telling.has(character) ? count + 1 : count), 0),
  ) as [number, number];
  return traditional === simplified ? null : traditional > simplified;
}

/** Characters stay where they are. */
export const inTraditionalChinese = (text: string): string =>
  text.replace(IDEOGRAPH, (written) => FORMS.get(written) ?? written);
