// A page with the widget: the configuration, the snippet to copy, and a button that opens the chat.
const { chatbotId, apiKey, apiUrl } = JSON.parse(document.getElementById('config').textContent);
window.ChatbotConfig = { chatbotId, apiKey, apiUrl };

const { origin } = location;
const config = { chatbotId, apiKey, apiUrl: new URL(apiUrl, origin).href };
const lines = Object.entries(config).map(([name, value]) => `    ${name}: '${value}',`);
document.getElementById('snippet').textContent =
  `<script>\n  window.ChatbotConfig = {\n${lines.join('\n')}\n  };\n</script>\n<script src="${origin}/widget.js" async></script>`;

const copy = document.getElementById('copy');
copy.hidden = navigator.clipboard === undefined;
copy.addEventListener('click', async () => {
  await navigator.clipboard.writeText(document.getElementById('snippet').textContent);
  copy.textContent = 'Copied';
});

// The script of the widget may still be on its way: it runs what it finds here.
window.Chatledger ||= [];
const openChat = (question) => window.Chatledger.push((chat) => chat.open(question));
document.getElementById('chat').addEventListener('click', () => openChat());
for (const button of document.querySelectorAll('.question')) {
  button.addEventListener('click', () => openChat(button.textContent));
}
