import type { QuestionForms } from './question-forms.ts';

export const FINNISH: QuestionForms = {
  services: {
    hours: 'Milloin olette avoinna?',
    payment: 'Miten voin maksaa?',
    delivery: 'Miten toimitus hoidetaan?',
    returns: 'Miten voin palauttaa tuotteen?',
    price: 'Mitkä ovat hintanne?',
    vouchers: 'Onko teillä lahjakortteja?',
    contact: 'Miten saan teihin yhteyden?',
    jobs: 'Onko teillä avoimia työpaikkoja?',
  },
};

export const BULGARIAN: QuestionForms = {
  services: {
    hours: 'Какво е работното ви време?',
    payment: 'Как мога да платя?',
    delivery: 'Как става доставката?',
    returns: 'Как мога да върна стока?',
    price: 'Какви са цените ви?',
    vouchers: 'Имате ли ваучери за подарък?',
    contact: 'Как мога да се свържа с вас?',
    jobs: 'Търсите ли служители?',
  },
};

export const LITHUANIAN: QuestionForms = {
  services: {
    hours: 'Koks jūsų darbo laikas?',
    payment: 'Kaip galiu mokėti?',
    delivery: 'Kaip pristatote prekes?',
    returns: 'Kaip grąžinti prekę?',
    price: 'Kokios jūsų kainos?',
    vouchers: 'Ar turite dovanų kuponų?',
    contact: 'Kaip su jumis susisiekti?',
    jobs: 'Ar ieškote darbuotojų?',
  },
};

export const SLOVENIAN: QuestionForms = {
  services: {
    hours: 'Kdaj ste odprti?',
    payment: 'Kako lahko plačam?',
    delivery: 'Kako poteka dostava?',
    returns: 'Kako lahko vrnem izdelek?',
    price: 'Kakšne so vaše cene?',
    vouchers: 'Ali imate darilne bone?',
    contact: 'Kako lahko stopim v stik z vami?',
    jobs: 'Ali zaposlujete?',
  },
};

export const LATVIAN: QuestionForms = {
  services: {
    hours: 'Kāds ir jūsu darba laiks?',
    payment: 'Kā var samaksāt?',
    delivery: 'Kā notiek piegāde?',
    returns: 'Kā var atgriezt preci?',
    price: 'Kādas ir jūsu cenas?',
    vouchers: 'Vai jums ir dāvanu kartes?',
    contact: 'Kā ar jums sazināties?',
    jobs: 'Vai jums ir vakances?',
  },
};

export const ESTONIAN: QuestionForms = {
  services: {
    hours: 'Millal te avatud olete?',
    payment: 'Kuidas saab maksta?',
    delivery: 'Kuidas kaup kohale tuuakse?',
    returns: 'Kuidas saab kaupa tagastada?',
    price: 'Millised on teie hinnad?',
    vouchers: 'Kas teil on kinkekaarte?',
    contact: 'Kuidas teiega ühendust saab?',
    jobs: 'Kas teil on vabu töökohti?',
  },
};

export const CATALAN: QuestionForms = {
  services: {
    hours: 'Quin horari teniu?',
    payment: 'Com puc pagar?',
    delivery: 'Com feu els enviaments?',
    returns: 'Com puc fer una devolució?',
    price: 'Quins preus teniu?',
    vouchers: 'Teniu targetes de regal?',
    contact: 'Com puc contactar amb vosaltres?',
    jobs: 'Busqueu personal?',
  },
};
