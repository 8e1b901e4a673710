const HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const SHORT_HOSTS = new Set(['youtu.be', 'www.youtu.be']);
/** `/shorts/dQw4w9WgXcQ` */
const ID_PREFIXES = new Set(['shorts', 'live', 'embed', 'v', 'e']);
const VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;
/** Players of playlists and streams, whose names are as long as an id. */
const NOT_VIDEOS = new Set(['videoseries', 'live_stream']);

/** Returns null when the address is no video's. */
export function videoIdOf(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || url.port !== '' || url.username !== '') return null;
  const id = namedId(url);
  return id !== null && VIDEO_ID.test(id) && !NOT_VIDEOS.has(id) ? id : null;
}

function namedId({ hostname, pathname, searchParams }: URL): string | null {
  const [first = '', second = '', ...more] = pathname.replace(/^\/|\/$/g, '').split('/');
  if (SHORT_HOSTS.has(hostname)) return second === '' ? first : null;
  if (!HOSTS.has(hostname) || more.length > 0) return null;
  if (first === 'watch' && second === '') return searchParams.get('v');
  return ID_PREFIXES.has(first) ? second : null;
}

export function videoUrl(videoId: string, second?: number): string {
  const url = `https://www.youtube.com/watch?v=${videoId}`;
  return second === undefined ? url : `${url}&t=${second}s`;
}
