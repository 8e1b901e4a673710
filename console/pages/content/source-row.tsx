import { parseUrl } from '../../../widget/shared/parse-url.ts';
import type { DataSource } from '../../api/types.ts';
import { Address } from '../../ui/address.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/menu.tsx';
import { Time } from '../../ui/time.tsx';
import { count } from '../../ui/words.ts';
import { explained } from './reasons.ts';
import type { PageKind } from './source-pages.ts';
import { canBeRefreshed, countsOf, SOURCE_ICONS, STATUS_WORDS, titleOf, unreadOf } from './source-words.ts';
import { isBeingRead } from './use-sources.ts';

interface SourceRowProps {
  readonly source: DataSource;
  readonly onRefresh: () => void;
  readonly onDelete: () => void;
  readonly onPages: (kind: PageKind) => void;
}

export function SourceRow({ source, onRefresh, onDelete, onPages }: SourceRowProps) {
  const { type, status, sourceUrl, errorMessage, updatedAt } = source;
  const { tone, word } = STATUS_WORDS[status];
  const unread = isBeingRead(source) ? 0 : unreadOf(source);
  const hasPages = type === 'url' && source.chunkCount > 0 && !isBeingRead(source);
  const items: readonly MenuItem[] = [
    ...(canBeRefreshed(source) ? [{ label: 'Read again', icon: 'refresh', act: onRefresh } as const] : []),
    ...(sourceUrl !== null && isWebAddress(sourceUrl)
      ? [{ label: 'Open the page', icon: 'external', act: () => openElsewhere(sourceUrl) } as const]
      : []),
    { label: 'Delete', icon: 'trash', isDangerous: true, act: onDelete },
  ];
  return (
    <li class="source">
      <span class={`source-icon ${tone}`}>
        <Icon name={SOURCE_ICONS[type]} />
      </span>
      <div class="source-text">
        <h2 class="truncate" dir="auto">
          <Address text={titleOf(source)} />
        </h2>
        <p class="soft number source-counts">
          {hasPages ? (
            <button type="button" class="text-button" onClick={() => onPages('pages')}>
              {countsOf(source)}
            </button>
          ) : (
            <span>{countsOf(source)}</span>
          )}
          {unread === 0 ? null : (
            <button type="button" class="text-button" onClick={() => onPages('skipped')}>
              {count(unread, 'page not read', 'pages not read')}
            </button>
          )}
          <span class="faint">
            <Time at={updatedAt} />
          </span>
        </p>
        {errorMessage === undefined ? null : (
          <p class="source-fault" dir="auto">
            {explained(errorMessage)}
            {source.chunkCount > 0 ? ' Until then, answers use what was read before.' : ''}
          </p>
        )}
        {source.sparseContent && type === 'url' && status === 'done' ? (
          <p class="source-note">
            Very little text was found. If the pages consist of images or are written by scripts, paste their text
            instead.
          </p>
        ) : null}
      </div>
      <Badge tone={tone}>{word}</Badge>
      <Menu label={`Actions for ${titleOf(source)}`} trigger={<Icon name="more" />} items={items} />
    </li>
  );
}

const isWebAddress = (address: string): boolean => /^https?:$/.test(parseUrl(address)?.protocol ?? '');

function openElsewhere(address: string): void {
  open(address, '_blank', 'noopener,noreferrer');
}
