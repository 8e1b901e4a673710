/**
 * Words of the thesaurus in Japanese, Chinese, Korean, Arabic, Persian, Hindi and Indonesian, joined with those of the languages
 * beside. Their keys are words of the same concept in `synonyms.ts`.
 */
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { lightArabicStem, unifySpelling } from '../../../text/analysis/prefixing.ts';
import { BALTIC_SLOVENIAN_AND_CATALAN } from './baltic-slovenian-catalan-synonyms.ts';
import { CENTRAL_EUROPEAN } from './central-european-synonyms.ts';
import { EUROPEAN, PORTUGUESE } from './european-synonyms.ts';
import { HEBREW, NORTHERN } from './northern-synonyms.ts';
import { SOUTH_SLAVIC } from './south-slavic-synonyms.ts';
import { SOUTHERN_AND_NORDIC } from './southern-and-nordic-synonyms.ts';

type Table = Readonly<Record<string, string>>;

/** Pairs of characters, into which Japanese texts are cut, and single ideographs. */
const JAPANESE: Table = {
  opening: '休診 休業 休館 休み 休日 開い 開け 閉ま 閉め あい',
  returned: '返す 返し 返せ 返却',
  founder: '店長 院長 経営 責任 担当 館長 女将 校長 塾長',
  payment: '会計 現金 カー',
  prices: '代金 有料',
  instalment: '分割',
  hiring: '求人 採用 募集',
  giftcard: 'ギフ',
  pets: '犬 猫',
  cancel: '消し ンセ',
  bahnhof: '寄り 駅',
  wifi: 'ネッ 通信',
  smoke: 'タバ バコ たば ばこ',
  children: '小児 赤ち お子',
  meals: '食事 夕食 朝食 昼食 朝ご 昼ご 晩ご 夕飯 ご飯 ごは はん',
  etudiant: '学生 学割',
  pensioner: '高齢 シニ',
  reschedul: '変え 日程',
  stolen: '忘れ 紛失 盗難',
  laundry: '洗濯',
};

/** Pairs of ideographs beside those in `synonyms.ts`. */
const CHINESE: Table = {
  opening: '上班 下班 营业 休息',
  prices: '学费 票价 房价 报价 费用',
  registration: '报名 登记',
  founder: '老板 经理 校长',
};

/** Pairs of syllables, into which Korean texts are cut. */
const KOREAN: Table = {
  opening: '몇시 영업 운영 시간 시 휴무 휴장 휴관 휴업 마감 개장 폐장 오픈 열어 여는 닫아 닫는',
  payment: '결제 지불 납부 카드 현금 이체 계좌',
  instalment: '할부',
  shipment: '배송 배달 택배 발송 도착',
  returned: '반품 교환',
  reimburse: '환불 돌려 반환',
  prices: '가격 요금 비용 금액 값 얼마 강료 업료 원비 용료 장료 회비',
  gratuit: '무료 공짜',
  cancel: '취소 해지 그만',
  hiring: '채용 구인 모집 알바',
  giftcard: '품권 쿠폰',
  discount: '할인 세일 싸게 저렴',
  broken: '고장 파손 불량 깨진 하자 망가',
  expiry: '유효 기한 만료',
  invoice: '영수 산서',
  redeem: '사용',
  installation: '설치',
  children: '어린 아이 아동 유아 아기 애기 소아 자녀',
  pickup: '픽업 수령',
  reschedul: '변경 바꾸 바꿔 바꿀',
  tracking: '추적 조회',
  parking: '주차',
  pets: '반려 애완 강아 고양 동물 애견',
  wifi: '이파 인터 터넷',
  bahnhof: '하철 기차 버스 전철 터미',
  laundry: '세탁 빨래',
  allerg: '알레 글루',
  vegan: '비건 채식',
  smoke: '흡연 담배 금연',
  wheelchair: '휠체 장애 경사',
  registration: '등록 가입 신청',
  edad: '나이 연령',
  passport: '신분 여권 서류',
  membership: '회원 멤버',
  checkin: '체크 크인 입실',
  checkout: '체크 크아 아웃 퇴실',
  etudiant: '학생',
  adult: '성인 어른',
  pensioner: '경로 노인 어르',
  family: '가족',
  password: '비밀 암호',
  meals: '식사 아침 조식 식당',
  stolen: '분실 잃어 도난 놓고 두고',
  founder: '사장 대표 직원 원장 관장 점장',
  telephone: '전화 연락',
  courriel: '메일',
  location: '위치 주소 약도',
  contact: '연락 문의',
};

/** Pairs of characters with their marks, into which Thai texts are cut. */
const THAI: Table = {
  opening: 'เปิ ปิด หยุ',
  telephone: 'โท',
  payment: 'จ่า ชำ',
};

/** Whole words, as they are written. */
const ARABIC: Table = {
  repair: 'تصليح تصلحون إصلاح صيانة نصلح',
  arzt: 'طبيب الطبيب طبيبة دكتور الدكتور دكتورة الأطباء',
  vat: 'ضريبة الضريبة',
  deposit: 'عربون تأمين',
  reschedul: 'تأجيل تغيير تجميد أجمد',
  trainer: 'مدرب',
  opening:
    'أوقات ساعات ساعة الساعة مواعيد دوام الدوام تفتح تفتحون يفتح نفتح فاتح فاتحين مفتوح مفتوحين تغلق تغلقون نغلق يغلق مغلق تسكرون مسكر تقفلون مقفل',
  payment: 'الدفع ادفع أدفع ندفع تدفع يدفع كاش نقد نقدا نقدي بطاقة فيزا شبكة',
  instalment: 'تقسيط التقسيط أقساط قسط',
  shipment: 'توصيل التوصيل توصلون نوصل توصل يوصل شحن الشحن دليفري',
  returned: 'إرجاع ارجاع استرجاع أرجع ارجع ترجيع استبدال تبديل',
  reimburse: 'استرداد تسترد يسترد ترجعون ترجع فلوس الفلوس فلوسي مبلغ',
  prices: 'سعر السعر أسعار ثمن تكلفة التكلفة يكلف تكلف رسوم قيمة',
  gratuit: 'مجاني مجانا مجانية ببلاش',
  cancel: 'إلغاء الغاء ألغي الغي تلغي نلغي',
  hiring: 'وظيفة وظائف الوظائف توظيف شغل',
  giftcard: 'هدية هدايا قسيمة',
  discount: 'خصم خصومات تخفيض تخفيضات',
  broken: 'مكسور كسر عطل تالف خراب خربان عطلان',
  expiry: 'صلاحية صالح صالحة تنتهي انتهاء',
  invoice: 'فاتورة فواتير إيصال',
  children: 'أطفال طفل الأطفال أولاد ولد صغار عيال',
  pickup: 'استلام الاستلام أستلم استلمت',
  tracking: 'تتبع متابعة',
  parking: 'موقف مواقف المواقف باركنج كراج',
  pets: 'كلب كلاب قطة قطط حيوان حيوانات',
  wifi: 'إنترنت انترنت نت واي',
  laundry: 'غسيل مغسلة',
  allerg: 'حساسية',
  vegan: 'نباتي نباتية نباتيين',
  smoke: 'تدخين التدخين أدخن سجائر شيشة مدخنين',
  wheelchair: 'كرسي كراسي إعاقة معاق منحدر',
  registration: 'تسجيل التسجيل اشتراك اسجل أسجل نسجل',
  edad: 'عمر سن',
  passport: 'هوية جواز وثائق أوراق مستندات',
  membership: 'عضوية عضو',
  etudiant: 'طالب طلاب',
  adult: 'بالغ بالغين كبار',
  family: 'عائلة عائلات عوائل أسرة',
  meals: 'أكل طعام وجبة وجبات طبق أطباق الأطباق',
  founder: 'مدير المدير صاحب مالك صاحبه',
  telephone: 'جوال الجوال موبايل الموبايل هاتف الهاتف تلفون تليفون اتصال أتصل',
  courriel: 'بريد البريد إيميل ايميل',
  location: 'عنوان العنوان عنوانكم موقع موقعكم مكانكم تقع يقع شارع',
  contact: 'تواصل التواصل اتصل أتواصل',
};

/** Word beginnings, with their marks. */
const HINDI: Table = {
  opening: 'खुल समय$ बजे$ बंद$ छुट्टी$ टाइम$ टाइमिंग',
  payment: 'भुगतान पेमेंट नकद कैश यूपीआई',
  instalment: 'किस्त किश्त ईएमआई',
  shipment: 'डिलीवरी डिलिवरी शिपिंग कूरियर',
  returned: 'लौटा रिटर्न बदल$ बदलना$',
  reimburse: 'रिफंड वापस$ वापसी$ पैसे$ पैसा$',
  prices: 'फीस कीमत दाम$ शुल्क किराया किराए किराये मूल्य रेट$ चार्ज खर्च',
  gratuit: 'मुफ्त फ्री$ निःशुल्क निशुल्क',
  cancel: 'रद्द कैंसल कैंसिल',
  hiring: 'नौकरी नौकरियां भर्ती जॉब$',
  giftcard: 'गिफ्ट उपहार वाउचर',
  discount: 'छूट$ डिस्काउंट रियायत',
  broken: 'टूट खराब$ क्षतिग्रस्त',
  expiry: 'वैधता वैध$ मान्य',
  invoice: 'बिल$ रसीद इनवॉइस',
  children: 'बच्च बच्चों',
  pickup: 'पिकअप',
  tracking: 'ट्रैक',
  parking: 'पार्किंग',
  pets: 'पालतू कुत्त बिल्ली',
  wifi: 'वाईफाई इंटरनेट',
  bahnhof: 'बस$ बसें$ ट्रेन स्टेशन मेट्रो',
  laundry: 'धुलाई लॉन्ड्री',
  allerg: 'एलर्जी',
  vegan: 'शाकाहारी वीगन',
  smoke: 'धूम्रपान सिगरेट',
  wheelchair: 'व्हीलचेयर विकलांग दिव्यांग',
  registration: 'पंजीकरण रजिस्ट्रेशन एडमिशन प्रवेश दाखिला नामांकन',
  edad: 'उम्र$ आयु$',
  passport: 'दस्तावेज कागजात आधार$ अंकतालिका मार्कशीट',
  membership: 'सदस्य',
  checkin: 'चेकइन',
  etudiant: 'छात्र$ छात्रा$ छात्रों$ विद्यार्थ स्टूडेंट',
  adult: 'वयस्क',
  pensioner: 'बुजुर्ग वरिष्ठ$',
  family: 'परिवार फैमिली',
  password: 'पासवर्ड',
  meals: 'खाना$ खाने$ भोजन नाश्ता रेस्टोरेंट रेस्तरां',
  stolen: 'खो$ चोरी गुम$',
  founder: 'मालिक संस्थापक निदेशक',
  telephone: 'फोन$ टेलीफोन मोबाइल$ कॉल$',
  courriel: 'ईमेल मेल$',
  location: 'पता$ पते$ स्थान$ लोकेशन',
  contact: 'संपर्क संपर्क',
};

/** Whole words, as they are written. */
const PERSIAN: Table = {
  opening: 'ساعت باز بازید بازین بازه بسته تعطیل کاری',
  payment: 'پرداخت کارت نقد چک درگاه',
  shipment: 'ارسال میفرستید میفرستین بفرستید فرستادید تحویل میرسه',
  returned: 'مرجوع پس تعویض',
  reimburse: 'پول برگردانده',
  prices: 'قیمت هزینه شهریه مبلغ نرخ',
  gratuit: 'رایگان مجانی',
  cancel: 'لغو کنسل',
  hiring: 'استخدام کار شغل نیاز',
  giftcard: 'هدیه',
  discount: 'تخفیف',
  children: 'بچه کودک',
  parking: 'پارکینگ پارک',
  bahnhof: 'مترو اتوبوس ایستگاه',
  stolen: 'گم',
  founder: 'مدیر صاحب',
  telephone: 'تلفن شماره تماس',
  location: 'آدرس نشانی آدرستون',
};

/** Word beginnings as in `synonyms.ts`. */
const INDONESIAN: Table = {
  opening: 'buka$ tutup$ jam$ operasional$ libur',
  payment: 'bayar pembayaran transfer$ tunai$',
  shipment: 'antar$ diantar pengantaran kirim pengiriman',
  returned: 'retur dikembalikan tukar$',
  prices: 'harga biaya tarif ongkir ongkos',
  cancel: 'batal pembatalan dibatalkan',
  hiring: 'lowongan kerja$ lamaran',
  giftcard: 'hadiah',
  discount: 'diskon potongan',
  broken: 'rusak pecah',
  expiry: 'berlaku',
  children: 'anak$ bayi$',
  parking: 'parkir',
  pets: 'hewan kucing anjing',
  stolen: 'hilang ketinggalan',
  founder: 'pemilik',
  telephone: 'telepon nomor$ whatsapp wa$',
  location: 'alamat lokasi',
};

const whole = (word: string): string => `${word}$`;
const stemOf = (word: string): string => lightArabicStem(unifySpelling(word));

/** The tables, each with the mark of its words as in `synonyms.ts`. */
const TABLES: readonly (readonly [Table, (written: string) => string])[] = [
  [PORTUGUESE, (word) => word],
  [JAPANESE, whole],
  [CHINESE, whole],
  [KOREAN, whole],
  [THAI, whole],
  [ARABIC, (written) => whole(stemOf(written))],
  [PERSIAN, (written) => whole(stemOf(written))],
  [HEBREW, whole],
  ...[
    HINDI,
    INDONESIAN,
    EUROPEAN,
    ...SOUTHERN_AND_NORDIC,
    ...SOUTH_SLAVIC,
    ...NORTHERN,
    ...CENTRAL_EUROPEAN,
    ...BALTIC_SLOVENIAN_AND_CATALAN,
  ].map((table) => [table, foldDiacritics] as const),
];

/** More words of concepts, marked as in `synonyms.ts`, by the words that find their concepts. */
export function readOtherWords(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [table, marked] of TABLES) {
    for (const [key, words] of Object.entries(table)) {
      const others = found.get(key) ?? [];
      for (const word of words.split(' ')) others.push(marked(word));
      found.set(key, others);
    }
  }
  return found;
}
