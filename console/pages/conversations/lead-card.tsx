import type { LeadDetails } from '../../api/types.ts';
import { Address } from '../../ui/address.tsx';
import { Icon } from '../../ui/icon.tsx';

export function LeadCard({ lead: { name, email, phone } }: { readonly lead: LeadDetails }) {
  return (
    <address class="lead-card" aria-label="Contact details">
      {name === null ? null : (
        <span>
          <Icon name="person" />
          <bdi>{name}</bdi>
        </span>
      )}
      {email === null ? null : (
        <span>
          <Icon name="mail" />
          <EmailLink email={email} />
        </span>
      )}
      {phone === null ? null : (
        <span>
          <Icon name="phone" />
          <PhoneLink phone={phone} />
        </span>
      )}
    </address>
  );
}

/** Encodes the address, which could add a subject or further recipients. */
export function EmailLink({ email }: { readonly email: string }) {
  if (!/^[^\s@,;?&]+@[^\s@,;?&]+$/.test(email)) return <bdi>{email}</bdi>;
  return (
    <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
      <bdi>
        <Address text={email} />
      </bdi>
    </a>
  );
}

/** Links only plain numbers: a dialler would take words or an extension for digits. */
export function PhoneLink({ phone }: { readonly phone: string }) {
  const text = <bdi>{phone}</bdi>;
  if (!/^\s*\+?(?:[\s()./-]*\d){5,15}[\s()./-]*$/.test(phone)) return text;
  // From abroad, the zero of “+49 (0) 30” is not dialled.
  const number = phone.replace(/(?<=\+.*)\(0\)/, '').replace(/[^\d+]/g, '');
  return <a href={`tel:${number}`}>{text}</a>;
}
