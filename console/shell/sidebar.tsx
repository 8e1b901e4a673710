import { useLocation } from 'preact-iso/router';
import { signOut } from '../api/session.ts';
import { session } from '../api/session-state.ts';
import { useStore } from '../state/use-store.ts';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icons.ts';
import { confirm } from '../ui/overlays/confirm.tsx';
import { Menu } from '../ui/overlays/menu.tsx';
import { toastError } from '../ui/overlays/toast.tsx';
import { hasUnsaved } from '../ui/unsaved.ts';
import { WaitingCount } from '../ui/waiting-count.tsx';
import { ChatbotSwitcher } from './chatbot-switcher.tsx';
import { ACCOUNT, chatbotPath, START } from './navigation.ts';
import { CHATBOT_PAGES } from './page-list.ts';
import { titleBadge } from './title-badge.ts';

interface SidebarProps {
  readonly chatbotId: string | null;
  readonly onSearch: () => void;
}

export function Sidebar({ chatbotId, onSearch }: SidebarProps) {
  const waiting = useStore(titleBadge);
  return (
    <div class="sidebar">
      <ChatbotSwitcher chatbotId={chatbotId} />
      <button type="button" class="nav-link search" onClick={onSearch}>
        <Icon name="search" />
        <span>Jump to</span>
        <kbd>/</kbd>
      </button>
      <nav aria-label={chatbotId === null ? 'Console' : 'Chatbot'}>
        <ul>
          {chatbotId === null ? (
            <NavLink href={START} icon="chat" label="Chatbots" />
          ) : (
            CHATBOT_PAGES.map(({ slug, title, icon }) => (
              <NavLink
                key={slug}
                href={chatbotPath(chatbotId, slug)}
                icon={icon}
                label={title}
                waiting={slug === 'conversations' ? waiting : 0}
              />
            ))
          )}
        </ul>
      </nav>
      <div class="sidebar-foot">
        <AccountMenu />
      </div>
    </div>
  );
}

interface NavLinkProps {
  readonly href: string;
  readonly icon: IconName;
  readonly label: string;
  /** Visitors who wait for a human. */
  readonly waiting?: number;
}

export function NavLink({ href, icon, label, waiting = 0 }: NavLinkProps) {
  const { path } = useLocation();
  const isCurrent = path === href || (href !== START && path.startsWith(`${href}/`));
  return (
    <li>
      <a class="nav-link" href={href} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={icon} />
        <span>{label}</span>
        <WaitingCount waiting={waiting} />
      </a>
    </li>
  );
}

function AccountMenu() {
  const current = useStore(session);
  if (current.state !== 'signed-in') return null;
  const { name, email } = current.user;
  return (
    <Menu
      triggerClass="account-button"
      trigger={
        <>
          <span class="initial" aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <span class="account-names">
            <span class="truncate" dir="auto">
              {name}
            </span>
            <span class="truncate faint">{email}</span>
          </span>
        </>
      }
      items={[
        { label: 'Account', icon: 'person', act: ACCOUNT },
        { label: 'API documentation', icon: 'code', act: '/docs/' },
        { label: 'Sign out', icon: 'door', act: () => void leaveAccount().catch(toastError) },
      ]}
    />
  );
}

async function leaveAccount(): Promise<void> {
  const question = {
    title: 'Sign out without saving?',
    body: 'What you wrote and did not save or send is lost when you sign out.',
    action: 'Discard and sign out',
  };
  if (!hasUnsaved() || (await confirm(question))) await signOut();
}
