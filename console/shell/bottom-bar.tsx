import { useLocation } from 'preact-iso/router';
import { useStore } from '../state/use-store.ts';
import { Icon } from '../ui/icon.tsx';
import { chatbotPath } from './navigation.ts';
import { CHATBOT_PAGES } from './page-list.ts';
import { NavLink } from './sidebar.tsx';
import { titleBadge } from './title-badge.ts';

const ON_BAR = 4;

interface BottomBarProps {
  readonly chatbotId: string;
  readonly onMore: () => void;
}

/** The navigation of phones, within reach of the thumb. */
export function BottomBar({ chatbotId, onMore }: BottomBarProps) {
  const { path } = useLocation();
  const waiting = useStore(titleBadge);
  const isElsewhere = CHATBOT_PAGES.slice(ON_BAR).some(({ slug }) => path === chatbotPath(chatbotId, slug));
  return (
    <nav class="bottom-bar" aria-label="Main pages">
      <ul>
        {CHATBOT_PAGES.slice(0, ON_BAR).map(({ slug, title, icon }) => (
          <NavLink
            key={slug}
            href={chatbotPath(chatbotId, slug)}
            icon={icon}
            label={title}
            waiting={slug === 'conversations' ? waiting : 0}
          />
        ))}
        <li>
          <button type="button" class="nav-link" aria-current={isElsewhere ? 'true' : undefined} onClick={onMore}>
            <Icon name="more" />
            <span>More</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}
