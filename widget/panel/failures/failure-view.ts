/** Says what went wrong, counts down where waiting helps, and offers to try again. */
import { h, icon } from '../../shared/dom.ts';
import { ICONS } from '../icons.ts';
import { fill, type Strings } from '../strings.ts';
import type { Failure } from './failures.ts';

export function failureView(
  { text, waitSeconds, canRetry }: Failure,
  strings: Strings,
  retry: () => void,
): HTMLElement {
  const sentence = h('span', {});
  const again = () => {
    clearInterval(timer);
    retry();
  };
  const button = h('button', { type: 'button', class: 'retry', click: again }, icon(ICONS.retry), strings.retry);
  let timer: ReturnType<typeof setInterval> | undefined;
  const until = Date.now() + waitSeconds * 1000;
  const update = () => {
    const left = Math.ceil((until - Date.now()) / 1000);
    button.disabled = left > 0;
    if (left <= 0) clearInterval(timer);
    const isOver = text === 'errorRate' && left <= 0;
    sentence.textContent = fill(strings[isOver ? 'errorRateOver' : text], { n: Math.max(0, left) });
  };
  update();
  if (waitSeconds > 0) timer = setInterval(update, 1_000);
  return h('div', { class: 'failure' }, sentence, canRetry ? button : null);
}
