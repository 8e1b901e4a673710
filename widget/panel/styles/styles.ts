/** The panel's style sheets, in the order of the cascade. */
import { css as composer } from './composer.css';
import { css as forms } from './forms.css';
import { css as frame } from './frame.css';
import { css as header } from './header.css';
import { css as markdown } from './markdown.css';
import { css as media } from './media.css';
import { css as messages } from './messages.css';
import { css as notices } from './notices.css';
import { css as sources } from './sources.css';

export const STYLES = [frame, header, messages, markdown, sources, notices, forms, composer, media].join('');
