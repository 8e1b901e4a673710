import type { Conversation } from '../../api/types.ts';
import { nameOf } from './visitor-name.ts';

/** Name, email address or session: chosen by the visitor, so it stands isolated from the text around it. */
export function VisitorName({ conversation }: { readonly conversation: Conversation }) {
  return <bdi>{nameOf(conversation)}</bdi>;
}
