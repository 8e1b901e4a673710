/** Forms of telephone numbers, mailboxes and addresses. */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import type { ContactConcept } from '../thesaurus/synonyms.ts';

export const CONTACT_FORMS: Readonly<Record<ContactConcept, RegExp>> = {
  telephone: pattern(
    'u',
    oneOf(
      /(?<![\p{L}\p{N}.,-])(?:\+|00|\(?0)\d?[\d\s()/.–-]{6,20}\d(?![\p{L}\p{N}])/u,
      /\b\d{3}[ .-]\d{3,4}[ .-]?\d{2,4}\b/u,
      // "(434) 555-0142"
      /(?<![\p{L}\p{N}])\(\d{3}\)[ .-]?\d{3}[ .-]\d{4}(?!\p{N})/u,
      /(?<![\p{L}\p{N}.,:/-]|\p{N}\s)\d\d(?: \d\d){3}(?!\p{L}|\s?\p{N})/u,
      /(?<!\p{L})(?:[Tt]el(?:efon|\.)?|[Pp]hone|тел\.?|[Ττ]ηλ(?:έφωνο|\.)?)[\s.:]{1,3}\d[\d\s()/.–-]{4,20}\d/u,
      // Brazil: "(11) 3555-1234", "(21) 99876-5432"
      /(?<![\p{L}\p{N}])\(\d{2}\)\s?9?\s?\d{4,5}[ .-]\d{4}(?!\p{N})/u,
      // A local number: "call the library at 287-3763"
      /(?<!\p{L})(?:[Cc]all|[Pp]hone|[Tt]el)(?!\p{L})[^.!?\n\p{N}]{1,40}\d{3}[ .-]\d{4}(?![\p{L}\p{N}])/u,
    ),
  ),
  mail: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/u,
  place: pattern(
    'u',
    oneOf(
      /(?<![\p{L}\p{N}.:/])(?:\d{4,6}|\d{2}-\d{3})\s+\p{Lu}\p{Ll}{2,}|(?<!\p{N})\d{4}\s?[A-Z]{2}\s+\p{Lu}/u,
      /\p{L}(?:straat|laan|plein|gracht|gatan|vägen|gade|vej|utca|katu)\s+\d/u,
      /\p{L}(?:straße|strasse|str\.|platz|allee|gasse)\s+\d|(?:Straße|Str\.|Platz|Allee|Gasse)\s+\d/u,
      // Postcodes of Britain.
      /(?<![\p{L}\p{N}])[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}(?![\p{L}\p{N}])/u,
      /\b\d{1,5}\s+(?:\p{Lu}\p{L}+\s+){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Drive|Square|Boulevard)\b/u,
      sequence(
        /\b/u,
        oneOf(
          /[Rr]ue|[Aa]venue|[Cc]alle|[Cc]arrer|[Aa]venida|[Vv]ia|[Pp]iazza|[Rr]ua|[Pp]laza|[Aa]v\.|R\.|[Pp]raça/u,
          /[Tt]ravessa|[Aa]lameda|[Ll]argo|[Ee]strada|[Rr]odovia|[Rr]od\.|[Uu]lica|[Uu]l\./u,
          /[Kk]ej|[Bb]ulevar|[Nn]ábř\.|[Tt]ř\.|[Nn]ám(?:\.|ěstí)|[Uu]lice|[Aa]l(?:\.|eja)|[Pp]lac|[Oo]s\./u,
        ),
        // "ul. Św. Marcin 24", "nábř. Míru č. 15"
        /\s+(?:\p{L}+\.?\s+){0,3}\p{L}+,?\s+(?:č\.\s*)?\d/u,
      ),
      /(?<!\p{L})(?:utca|út|tér|körút|krt\.|sgt\.|u\.)\s+\d{1,4}\b/u,
      // Behind the name: "Brīvības iela 88", "Kauno g. 18", "Männi tee 5".
      /\p{L}{2}\s(?:iela|gatve|gatvė|g\.|pr\.|tee|tänav|tn|mnt)\s\d/u,
      // Greek streets: "Παραλιακή οδός 14", "Δωδώνης 58, Ιωάννινα".
      /(?<!\p{L})(?:οδός|οδ\.)\s+\d|\p{Script=Greek}{3,30}\s\d{1,3},\s(?:\p{Script=Greek}{1,3}\s)?(?=\p{Lu})\p{Script=Greek}/u,
      // Postcodes of five digits in two groups: "602 00 Brno", "111 22 Stockholm".
      /(?<![\p{L}\p{N}.:/+-]|\p{N}\s)\d{3}\s\d{2}\s+\p{Lu}\p{Ll}{2,}/u,
      /\p{Script=Han}[都道府県市]\p{Script=Han}{1,4}[市区町村]|\d{1,4}[\p{L}\d/]{0,6}\s(?:\p{Lu}\p{L}{0,7}[\s,]+){1,6}(?:Hà Nội|Hồ Chí Minh|Sài Gòn|Đà Nẵng|Hải Phòng|Cần Thơ|Huế)/u,
      /(?<!\p{N})\d{5}-\d{3}(?!\p{N})|(?<!\p{L})(?:(?:Jl|Jln)\.|Jalan|[Đđ]ường)\s\p{Lu}/u,
      /\d{1,4}[\p{L}\d/]{0,6}\s(?:\p{Lu}\p{L}{0,7}[\s,]+){1,5}(?:phường|quận|xã|huyện|P\.|Q\.|TP)(?!\p{L})/u,
      /(?<!\p{L})(?:خیابان|شارع|طريق|ميدان|جادة)\s+\p{Script=Arabic}{2,}|(?<!\p{L})ב?(?:רחוב|רח['׳]|שדרות|שד['׳])\s\p{Script=Hebrew}{2,}/u,
      /(?:ถนน|ถ\.|ซอย)\s?\p{Script=Thai}{2}/u,
      /\p{Script=Hangul}(?:로|길)\s?\d{1,4}(?!\p{N}|\s?(?:분|시|원|명|개|층|대))/u,
      /\p{Script=Han}{2}(?:[路街道](?:[一二三四五六七八九十]段)?|区|號|号|市|町)\s*\d+|〒\s?\d{3}-?\d{4}|\p{Script=Devanagari}\s\d{6}(?!\p{N})/u,
      /(?<!\p{L})(?:Cad|Sok|Bulv|Mah|Yolu)\p{L}*\.?,?\s(?:[^\n]{0,30}\s)?(?:[Nn]o\s?[:.]?\s?)\d/u,
      sequence(
        /(?<!\p{L})/u,
        oneOf(
          /[Уу]л\.|[Уу]лица|[Пп]р(?:осп)?\.|[Пп]р-т|[Пп]роспект|[Пп]ер\.|[Пп]ереулок|[Пп]л\.|[Пп]лощадь/u,
          /[Οο]δός|[Λλ]εωφόρος|[Uu]lic[ei]|[Ss]trada|[Ss]tr\./u,
          /[Нн]аб\.|[Шш]оссе|[Бб]ульвар|[Вв]ул\.|[Бб]ул\.|[Бб]улевард?|[Кк]еј/u,
        ),
        /\s+[„“"«]?(?:[\p{L}-]+\s+){0,3}[\p{L}-]+[“”"»]?,?\s+(?:д(?:ом|\.)\s*)?\d/u,
      ),
    ),
  ),
  contact: /@[\p{L}\p{N}-]+\.|(?:\+|00)\d[\d\s()/.–-]{6,20}\d/u,
};

export const tellsHowToReach = (text: string): boolean =>
  CONTACT_FORMS.telephone.test(text) || CONTACT_FORMS.mail.test(text);
