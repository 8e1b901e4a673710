import { parseHex, textOn, toHex } from '../../widget/shared/contrast.ts';
import { Icon } from './icon.tsx';

interface FaceProps {
  readonly avatarUrl: string | null;
  readonly primaryColor: string;
  /** Default: none, beside the chatbot's name. */
  readonly alt?: string;
}

/** The chatbot as visitors see it beside its answers: its picture, or else a symbol on its colour. */
export function Face({ avatarUrl, primaryColor, alt = '' }: FaceProps) {
  if (avatarUrl !== null) return <img class="face" src={avatarUrl} alt={alt} />;
  const colour = parseHex(primaryColor);
  const style = colour === null ? undefined : { background: toHex(colour), color: toHex(textOn(colour)) };
  return (
    <span class="face" style={style}>
      <Icon name="spark" />
    </span>
  );
}
