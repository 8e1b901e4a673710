/** Pages that the law asks for. Their addresses and headings are rarely what a visitor is after. */
import { oneOf, pattern } from '../../../lib/patterns.ts';

const PRIVACY = pattern(
  'iu',
  /(?<!\p{L})/u,
  oneOf(
    /privacy|data protection|cookies?|gdpr|datenschutz\p{L}*|dsgvo|confidentialité|vie privée/u,
    /données personnelles|rgpd|privacidad|protección de datos|privacidade|gizlilik|kvkk|privacybeleid/u,
    /prywatności|integritet\p{L}*|конфиденциальност\p{L}*/u,
  ),
  /(?!\p{L})/u,
);
const LEGAL =
  /(?<!\p{L})(?:imprint|legal (?:notice|information)|terms (?:of|and)|impressum|agb|nutzungsbedingungen|mentions légales|conditions générales|aviso legal|términos|condiciones generales|note legali|termini|algemene voorwaarden|regulamin)(?!\p{L})/iu;

/** True for a page about personal data: its contacts are those of a data protection officer. */
export const isPrivacyPage = (title: string): boolean => PRIVACY.test(title);

export const isLegalPage = (title: string): boolean => PRIVACY.test(title) || LEGAL.test(title);
