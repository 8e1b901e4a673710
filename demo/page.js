// A page that talks to the widget API the way any page may: a key, a session of its own choosing, and one streamed POST.
const { chatbotId, apiKey, apiUrl } = JSON.parse(document.getElementById('config').textContent);
const sessionId = crypto.randomUUID?.() ?? `demo-${Math.random().toString(36).slice(2)}`;
const MARKER = '[SUGGESTIONS]';

const messages = document.getElementById('messages');
const suggestions = document.getElementById('suggestions');
const form = document.getElementById('ask');
const question = document.getElementById('question');

function call(path, options = {}) {
  const headers = { 'X-Widget-Key': apiKey, ...(options.body ? { 'Content-Type': 'application/json' } : {}) };
  return fetch(`${apiUrl}/chat/${chatbotId}${path}`, { ...options, headers });
}

function element(tag, className, text = '') {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

/** Code and emphasis of Markdown as elements, all else as text: nothing that a page or a model wrote is ever taken for HTML. */
function rendered(markdown) {
  return markdown.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).map((part) => {
    if (/^`[^`]+`$/.test(part)) return element('code', '', part.slice(1, -1));
    if (/^\*\*[^*]+\*\*$/.test(part)) return element('strong', '', part.slice(2, -2).replaceAll('`', ''));
    return document.createTextNode(part);
  });
}

function show(role, text) {
  const item = element('li', role);
  const body = element('div', 'text', text);
  item.append(body);
  messages.append(item);
  item.scrollIntoView({ block: 'end', behavior: 'smooth' });
  return { item, body };
}

function offer(questions) {
  suggestions.replaceChildren(
    ...questions.map((text) => {
      const button = element('button', '', text);
      button.type = 'button';
      button.addEventListener('click', () => ask(text));
      return button;
    }),
  );
}

/** The events of a text/event-stream body, as `{event, data}`. */
async function* eventsOf(body) {
  let buffer = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    buffer += chunk;
    let end = buffer.indexOf('\n\n');
    while (end >= 0) {
      const fields = Object.fromEntries(
        buffer
          .slice(0, end)
          .split('\n')
          .filter((line) => !line.startsWith(':'))
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      );
      buffer = buffer.slice(end + 2);
      if (fields.data) yield { event: fields.event, data: JSON.parse(fields.data) };
      end = buffer.indexOf('\n\n');
    }
  }
}

async function ask(text) {
  show('user', text);
  suggestions.replaceChildren();
  setBusy(true);
  const { item, body } = show('assistant', '…');
  body.classList.add('waiting');
  try {
    const response = await call('/message', { method: 'POST', body: JSON.stringify({ sessionId, message: text }) });
    if (!response.ok) throw new Error((await response.json()).message);
    let answer = '';
    for await (const { event, data } of eventsOf(response.body)) {
      if (event === 'error') throw new Error(data.message);
      if (event === 'done') showSources(item, data);
      if (event !== 'token') continue;
      answer += data.token;
      const [visible, asked] = answer.split(MARKER);
      body.classList.remove('waiting');
      body.replaceChildren(...rendered(visible.trimEnd()));
      if (asked !== undefined)
        offer(
          asked
            .split('|')
            .map((each) => each.trim())
            .filter(Boolean),
        );
    }
  } catch (error) {
    body.classList.remove('waiting');
    body.textContent = error.message;
  }
  setBusy(false);
  window.scrollTo({ top: document.body.scrollHeight, behavior: 'smooth' });
}

function showSources(item, { sources, messageId }) {
  if (sources.length > 0) {
    const list = element('ol', 'sources');
    for (const { title, url, snippet } of sources) {
      const entry = element('li', '', url ? '' : title);
      if (url) {
        const link = element('a', '', title);
        link.href = url;
        entry.append(link);
      }
      entry.title = snippet;
      list.append(entry);
    }
    item.append(list);
  }
  item.append(rating(messageId));
}

function rating(messageId) {
  const row = element('div', 'rating');
  for (const [feedback, label] of [
    ['positive', 'Helpful'],
    ['negative', 'Not helpful'],
  ]) {
    const button = element('button', '', label);
    button.type = 'button';
    button.dataset.feedback = feedback;
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', async () => {
      const body = JSON.stringify({ sessionId, messageId, feedback });
      const response = await call('/feedback', { method: 'POST', body });
      if (!response.ok) return;
      const { data } = await response.json();
      for (const each of row.children)
        each.setAttribute('aria-pressed', String(each.dataset.feedback === data.feedback));
    });
    row.append(button);
  }
  return row;
}

function setBusy(busy) {
  for (const control of form.elements) control.disabled = busy;
  if (!busy) question.focus();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = question.value.trim();
  if (text === '') return;
  question.value = '';
  void ask(text);
});

const config = await (await call('/config')).json();
if (config.success) {
  document.getElementById('name').textContent = config.data.config.name;
  if (config.data.config.welcomeMessage) show('assistant', config.data.config.welcomeMessage);
  offer(config.data.config.quickPrompts);
}
