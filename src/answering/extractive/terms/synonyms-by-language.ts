/** Portuguese, Korean and Arabic words of the thesaurus, by a word of their concept in `synonyms.ts`. */
import { lightArabicStem, unifySpelling } from '../../../text/analysis/prefixing.ts';

/** Word beginnings as in `synonyms.ts`. */
const PORTUGUESE: Readonly<Record<string, string>> = {
  opening: 'funcionamento$ encerr fecham$',
  instalment: 'parcel prestac juros$',
  shipment: 'frete$ portes$ encomend',
  returned: 'troca$ trocas$ trocar$',
  reimburse: 'estorn',
  prices: 'valor$ valores$ taxa$ taxas$ mensalidade propina$ propinas$ caro$ cara$ barat',
  cancel: 'desmarc',
  hiring: 'emprego$ empregos$ curriculo contrata$',
  broken: 'quebr avari',
  invoice: 'fiscal$ comprovante',
  children: 'crianc filho$ filhos$ filha$ filhas$ bebe$ bebes$',
  tracking: 'rastre',
  parking: 'garagem',
  pets: 'cachorr cao$ caes$ animais$',
  bahnhof: 'onibus autocarro comboio metro$ paragem rodoviari',
  laundry: 'lavand',
  allerg: 'alerg',
  smoke: 'fumant fumador',
  wheelchair: 'cadeira$ cadeirant rodas$ deficien acessib acessiv',
  registration: 'matricul',
  edad: 'idade$',
  passport: 'identidade$ rg$ cpf$',
  etudiant: 'aluno$ alunos$ aluna$ alunas$',
  pensioner: 'idos aposentad reformad',
  meals: 'almoc jantar$',
  stolen: 'perdi$ esqueci$ roub',
  telephone: 'telemove celular$ ligar$',
  location: 'localiz',
};

/** Pairs of syllables, into which Korean texts are cut. */
const KOREAN: Readonly<Record<string, string>> = {
  opening: '영업 운영 시간 시 휴무 휴장 휴관 휴업 마감 개장 폐장 오픈 열어 여는 닫아 닫는',
  payment: '결제 지불 납부 카드 현금 이체 계좌',
  instalment: '할부',
  shipment: '배송 배달 택배 발송 도착',
  returned: '반품 교환',
  reimburse: '환불 돌려 반환',
  prices: '가격 요금 비용 금액 값 얼마',
  gratuit: '무료 공짜',
  cancel: '취소 해지',
  hiring: '채용 구인 모집 알바',
  giftcard: '품권 쿠폰',
  discount: '할인 세일',
  broken: '고장 파손 불량 깨진 하자 망가',
  expiry: '유효 기한 만료',
  invoice: '영수 산서',
  redeem: '사용',
  installation: '설치',
  children: '어린 아이 아동 유아 아기 애기 소아 자녀',
  pickup: '픽업 수령',
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
  checkin: '크인 입실',
  checkout: '크아 퇴실',
  etudiant: '학생',
  adult: '성인 어른',
  pensioner: '경로 노인 어르',
  family: '가족',
  password: '비밀 암호',
  meals: '식사 아침 조식 식당',
  stolen: '분실 잃어 도난 놓고 두고',
  founder: '사장 대표 직원',
  telephone: '전화 연락',
  courriel: '메일',
  location: '위치 주소 약도',
  contact: '연락 문의',
};

/** Whole words, as they are written. */
const ARABIC: Readonly<Record<string, string>> = {
  opening:
    'أوقات ساعات ساعة الساعة مواعيد دوام الدوام تفتح تفتحون يفتح نفتح فاتح فاتحين مفتوح مفتوحين تغلق تغلقون نغلق يغلق مغلق تسكرون مسكر تقفلون مقفل',
  payment: 'الدفع ادفع أدفع ندفع تدفع يدفع كاش نقد نقدا نقدي بطاقة فيزا شبكة',
  instalment: 'تقسيط التقسيط أقساط قسط',
  shipment: 'توصيل التوصيل توصلون نوصل توصل يوصل شحن الشحن دليفري',
  returned: 'إرجاع ارجاع استرجاع أرجع ارجع ترجيع استبدال تبديل',
  reimburse: 'استرداد فلوس فلوسي مبلغ',
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
  registration: 'تسجيل التسجيل اشتراك',
  edad: 'عمر سن',
  passport: 'هوية جواز وثائق أوراق مستندات',
  membership: 'عضوية عضو',
  etudiant: 'طالب طلاب',
  adult: 'بالغ بالغين كبار',
  family: 'عائلة عائلات عوائل أسرة',
  meals: 'أكل طعام وجبة وجبات طبق أطباق الأطباق',
  founder: 'مدير المدير صاحب مالك',
  telephone: 'هاتف الهاتف تلفون تليفون اتصال أتصل',
  courriel: 'بريد البريد إيميل ايميل',
  location: 'عنوان العنوان عنوانكم موقع موقعكم مكانكم تقع يقع شارع',
  contact: 'تواصل التواصل اتصل أتواصل',
};

const whole = (word: string): string => `${word}$`;
const stemOf = (word: string): string => lightArabicStem(unifySpelling(word));

/** More words of a concept, marked as there. */
export const otherWordsOf = (concept: readonly string[]): readonly string[] =>
  concept.flatMap((beginning) => {
    const word = beginning.replace(/\$$/, '');
    return [
      ...listed(PORTUGUESE[word]),
      ...listed(KOREAN[word]).map(whole),
      ...listed(ARABIC[word]).map((written) => whole(stemOf(written))),
    ];
  });

const listed = (words: string | undefined): readonly string[] => words?.split(' ') ?? [];

/** Words by which concepts are found. */
export const KEY_WORDS: ReadonlySet<string> = new Set(
  [PORTUGUESE, KOREAN, ARABIC].flatMap((words) => Object.keys(words)),
);
