import { render } from 'preact';
import { restoreSession } from './api/session.ts';
import { App } from './app.tsx';
import { keepFocus } from './shell/keep-focus.ts';

const root = document.getElementById('app');
if (root !== null && navigator.cookieEnabled) {
  void restoreSession();
  keepFocus();
  root.replaceChildren();
  render(<App />, root);
} else if (root !== null) {
  render(<p class="boot">The console needs cookies. Allow them for this site, then load it again.</p>, root);
}
