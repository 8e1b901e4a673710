/** Around every page of somebody who is signed in: side navigation, or bars at the top and the bottom of a phone. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Route, Router, useLocation } from 'preact-iso/router';
import { useFreshChatbots } from './api/chatbots.ts';
import { isInterrupted } from './api/events.ts';
import { useChatbotIdIn } from './chatbot-scope.tsx';
import { preloadPages, ROUTES } from './routes.tsx';
import { BottomBar } from './shell/bottom-bar.tsx';
import { ChatbotSwitcher } from './shell/chatbot-switcher.tsx';
import { START } from './shell/navigation.ts';
import { Page } from './shell/page.tsx';
import { Palette } from './shell/palette.tsx';
import { Sidebar } from './shell/sidebar.tsx';
import { useStore } from './state/use-store.ts';
import { ButtonLink, IconButton } from './ui/button.tsx';
import { EmptyState } from './ui/content-states.tsx';
import { Dialog } from './ui/overlays/dialog.tsx';

export function Frame() {
  const { path } = useLocation();
  const isOffline = useStore(isInterrupted);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const chatbotId = useChatbotIdIn(path);
  useLayoutEffect(() => setMenuOpen(false), [path]);
  useFreshChatbots();
  useEffect(() => void preloadPages(), []);
  const openPalette = () => {
    setMenuOpen(false);
    setPaletteOpen(true);
  };
  return (
    <div class="frame">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <p class="interruption" role="status">
        {isOffline ? 'No connection. Trying again…' : null}
      </p>
      <header class="top-bar">
        <IconButton label="Menu" icon="menu" onClick={() => setMenuOpen(true)} />
        <ChatbotSwitcher chatbotId={chatbotId} />
        <IconButton label="Search" icon="search" onClick={openPalette} />
      </header>
      <div class="side">
        <Sidebar chatbotId={chatbotId} onSearch={openPalette} />
      </div>
      <div id="content" class="content">
        <Router>
          {ROUTES.map((route) => (
            <Route key={route.path} path={route.path} component={route.component} />
          ))}
          <Route default component={NotFoundPage} />
        </Router>
      </div>
      {chatbotId === null ? null : <BottomBar chatbotId={chatbotId} onMore={() => setMenuOpen(true)} />}
      {isMenuOpen ? (
        <Dialog title="Chatledger" size="drawer" onClose={() => setMenuOpen(false)}>
          <Sidebar chatbotId={chatbotId} onSearch={openPalette} />
        </Dialog>
      ) : null}
      <Palette chatbotId={chatbotId} isOpen={isPaletteOpen} setOpen={setPaletteOpen} />
    </div>
  );
}

function NotFoundPage() {
  return (
    <Page title="Page not found">
      <div class="card">
        <EmptyState
          icon="search"
          title="There is no such page"
          action={<ButtonLink href={START}>Go to your chatbots</ButtonLink>}
        >
          Check the address.
        </EmptyState>
      </div>
    </Page>
  );
}
