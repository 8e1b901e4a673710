/** Questions in English, and in languages that have few of them here. */
import type { QuestionForms } from './question-forms.ts';

/** Headings in English: see `english-topics.ts` and `english-headings.ts`. */
export const ENGLISH: QuestionForms = {
  services: {
    hours: 'When are you open?',
    payment: 'How can I pay?',
    delivery: 'How does delivery work?',
    returns: 'How do returns work?',
    price: 'What are your prices?',
    vouchers: 'Do you have gift cards?',
    contact: 'How can I contact you?',
    jobs: 'Are there any jobs at the moment?',
  },
};

export const CHINESE: QuestionForms = {
  services: {
    hours: '你们的营业时间是什么？',
    payment: '可以怎么付款？',
    delivery: '怎么配送？',
    returns: '怎么退货？',
    price: '价格是多少？',
    vouchers: '有礼品卡吗？',
    contact: '怎么联系你们？',
    jobs: '你们在招聘吗？',
  },
};

export const TURKISH: QuestionForms = {
  services: {
    hours: 'Saat kaçta açıksınız?',
    payment: 'Nasıl ödeyebilirim?',
    delivery: 'Teslimat nasıl yapılıyor?',
    returns: 'Nasıl iade edebilirim?',
    price: 'Fiyatlarınız nedir?',
    vouchers: 'Hediye kartınız var mı?',
    contact: 'Size nasıl ulaşabilirim?',
    jobs: 'Açık iş ilanınız var mı?',
  },
  topics: [
    ['otopark|park yeri', 'Nereye park edebilirim?'],
    ['ulaşım|nasıl gelinir', 'Size nasıl gelebilirim?'],
    ['rezervasyon', 'Nasıl rezervasyon yapabilirim?'],
    ['kahvaltı', 'Kahvaltı saat kaçta?'],
    ['garanti', 'Garanti var mı?'],
    ['indirimler|indirim', 'İndirim var mı?'],
  ],
};

export const GREEK: QuestionForms = {
  services: {
    hours: 'Ποιες ώρες είστε ανοιχτά;',
    payment: 'Πώς μπορώ να πληρώσω;',
    delivery: 'Πώς γίνεται η αποστολή;',
    returns: 'Πώς γίνονται οι επιστροφές;',
    price: 'Ποιες είναι οι τιμές σας;',
    vouchers: 'Έχετε δωροκάρτες;',
    contact: 'Πώς μπορώ να επικοινωνήσω μαζί σας;',
    jobs: 'Υπάρχουν θέσεις εργασίας;',
  },
  topics: [
    ['πάρκινγκ|στάθμευση|χώρος στάθμευσης', 'Πού μπορώ να παρκάρω;'],
    ['πώς θα έρθετε|πρόσβαση|πώς θα μας βρείτε', 'Πώς έρχομαι σε εσάς;'],
    ['εισιτήρια|είσοδος', 'Πόσο κοστίζει η είσοδος;'],
    ['πρωινό', 'Τι ώρα είναι το πρωινό;'],
    ['ακύρωση|ακυρώσεις', 'Μπορώ να ακυρώσω;'],
    ['κρατήσεις|κράτηση', 'Πώς μπορώ να κάνω κράτηση;'],
    ['κατοικίδια|ζώα', 'Δέχεστε κατοικίδια;'],
    ['εγγύηση', 'Υπάρχει εγγύηση;'],
    ['εκπτώσεις', 'Υπάρχουν εκπτώσεις;'],
  ],
};

export const JAPANESE: QuestionForms = {
  services: {
    hours: '営業時間は何時から何時までですか？',
    payment: 'どの支払い方法が使えますか？',
    delivery: '配送はどのように行われますか？',
    returns: '返品はできますか？',
    price: '料金はいくらですか？',
    vouchers: 'ギフト券はありますか？',
    contact: 'どこに連絡すればよいですか？',
    jobs: '求人はありますか？',
  },
};

export const KOREAN: QuestionForms = {
  services: {
    hours: '영업시간이 어떻게 되나요?',
    payment: '결제는 어떻게 하나요?',
    delivery: '배송은 어떻게 되나요?',
    returns: '반품은 어떻게 하나요?',
    price: '가격이 어떻게 되나요?',
    vouchers: '상품권이 있나요?',
    contact: '어떻게 연락하면 되나요?',
    jobs: '채용 중인가요?',
  },
};

export const INDONESIAN: QuestionForms = {
  services: {
    hours: 'Jam berapa buka?',
    payment: 'Bagaimana cara membayar?',
    delivery: 'Bagaimana pengirimannya?',
    returns: 'Bagaimana cara mengembalikan barang?',
    price: 'Berapa harganya?',
    vouchers: 'Apakah ada kartu hadiah?',
    contact: 'Bagaimana cara menghubungi Anda?',
    jobs: 'Apakah ada lowongan kerja?',
  },
};

export const ARABIC: QuestionForms = {
  services: {
    hours: 'ما هي ساعات العمل؟',
    payment: 'كيف يمكنني الدفع؟',
    delivery: 'كيف يتم التوصيل؟',
    returns: 'كيف يمكنني إرجاع منتج؟',
    price: 'ما هي الأسعار؟',
    vouchers: 'هل لديكم بطاقات هدايا؟',
    contact: 'كيف يمكنني التواصل معكم؟',
    jobs: 'هل توجد وظائف شاغرة؟',
  },
};

export const HUNGARIAN: QuestionForms = {
  services: {
    hours: 'Mikor vannak nyitva?',
    payment: 'Hogyan lehet fizetni?',
    delivery: 'Hogyan történik a szállítás?',
    returns: 'Hogyan küldhetem vissza a terméket?',
    price: 'Milyen áraik vannak?',
    vouchers: 'Lehet ajándékutalványt venni?',
    contact: 'Hogyan érhetem el Önöket?',
    jobs: 'Milyen állásokat hirdetnek?',
  },
  topics: [
    ['nyitvatartás|nyitvatartási idő|nyitva tartás', 'Mikor vannak nyitva?'],
    ['fizetés|fizetési módok|fizetési lehetőségek', 'Hogyan lehet fizetni?'],
    ['parkolás|parkoló', 'Hol lehet parkolni?'],
    ['megközelítés|hogyan juthat el hozzánk', 'Hogyan juthatok el Önökhöz?'],
    ['jegyárak|belépőjegyek|belépő', 'Mennyibe kerül a belépő?'],
    ['vezetett túrák|tárlatvezetés', 'Vannak vezetett túrák?'],
    ['kutyák|kutya', 'Vihetek magammal kutyát?'],
    ['háziállatok|állatok', 'Vihetek magammal háziállatot?'],
    ['fényképezés', 'Lehet fényképezni?'],
    ['lemondás|lemondási feltételek', 'Lemondhatom a foglalást?'],
    ['foglalás', 'Hogyan lehet foglalni?'],
    ['reggeli', 'Mikor van reggeli?'],
    ['garancia|jótállás', 'Mennyi a garancia?'],
    ['kedvezmények', 'Vannak kedvezmények?'],
  ],
};
