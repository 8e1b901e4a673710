import { render } from 'preact';
import { restoreSession } from './api/session.ts';
import { App } from './app.tsx';
import { keepFocus } from './shell/keep-focus.ts';

void restoreSession();
keepFocus();
const root = document.getElementById('app');
root?.replaceChildren();
if (root !== null) render(<App />, root);
