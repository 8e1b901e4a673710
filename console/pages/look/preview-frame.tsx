/** The widget itself, as `/widget.js` brings it to websites, in a frame that answers it from memory. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Chatbot } from '../../api/types.ts';
import type { PreviewMessage } from '../../preview/message.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Look } from './look-fields.ts';

/** CSS pixels: narrower, the widget would show itself as on a phone. */
const WIDTH = 500;
const HEIGHT = 720;

interface PreviewFrameProps {
  readonly chatbot: Chatbot;
  readonly look: Look;
}

export function PreviewFrame({ chatbot, look }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [page, setPage] = useState<'light' | 'dark'>('light');
  const [scale, setScale] = useState(0.8);
  const { humanHandoffEnabled, allowLeadCapture, leadCaptureFields } = chatbot;
  const quickPrompts = look.quickPrompts.filter((prompt) => prompt.trim() !== '');
  const config = { ...look, quickPrompts, humanHandoffEnabled, allowLeadCapture, leadCaptureFields };
  const message: PreviewMessage = { kind: 'chatledger-preview', config, page };

  // Before the frame can have loaded: it says once that it is ready.
  useLayoutEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && data === 'ready') setReady(true);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, []);
  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [isReady, JSON.stringify(message)]);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setScale((entry?.contentRect.width ?? WIDTH) / WIDTH));
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  return (
    <section id="preview" class="preview" aria-label="Preview">
      <div class="row spread">
        <h2>Preview</h2>
        <div class="segments" role="radiogroup" aria-label="Website in the preview">
          {(['light', 'dark'] as const).map((value) => (
            <label key={value}>
              <input type="radio" name="preview-page" checked={page === value} onChange={() => setPage(value)} />
              <span>{value === 'light' ? 'Light website' : 'Dark website'}</span>
            </label>
          ))}
        </div>
      </div>
      <div ref={box} class="preview-box" style={{ blockSize: `${HEIGHT * scale}px` }}>
        <iframe
          ref={frame}
          title="The chat as visitors see it, with your unsaved changes"
          src="/console/preview"
          width={WIDTH}
          height={HEIGHT}
          style={{ transform: `scale(${scale})` }}
        />
      </div>
      <p class="faint preview-hint">
        <Icon name="info" />
        <span>This is the widget itself. Answers in the preview are samples.</span>
      </p>
    </section>
  );
}
