import { render } from 'preact';
import { ignoreSecondClicks } from '../widget/shared/second-clicks.ts';
import { restoreSession } from './api/session.ts';
import { App } from './app.tsx';
import { keepFocus } from './shell/keep-focus.ts';

const root = document.getElementById('app');
const hasCookies = navigator.cookieEnabled;
if (hasCookies) {
  void restoreSession();
  keepFocus();
  ignoreSecondClicks(document);
}
if (root !== null) {
  root.replaceChildren();
  render(hasCookies ? <App /> : <p class="boot">The console needs cookies.</p>, root);
}
