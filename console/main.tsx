import { render } from 'preact';
import { restoreSession } from './api/session.ts';
import { App } from './app.tsx';

void restoreSession();
const root = document.getElementById('app');
root?.replaceChildren();
if (root !== null) render(<App />, root);
