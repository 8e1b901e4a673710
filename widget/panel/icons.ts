/** Paths of 24 by 24 icons. */
export const ICONS = {
  close: 'M18 6 6 18M6 6l12 12',
  send: 'M12 19V5M5 12l7-7 7 7',
  stop: 'M7 7h10v10H7z',
  restart: 'M12 20h9M16.5 3.5a2.1 2.1 0 0 1 3 3L7 19l-4 1 1-4Z',
  soundOn: 'M11 5 6 9H3v6h3l5 4ZM15.5 8.5a5 5 0 0 1 0 7M18.5 5.5a9 9 0 0 1 0 13',
  soundOff: 'M11 5 6 9H3v6h3l5 4ZM22 9l-6 6M16 9l6 6',
  person: 'M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8',
  bot: 'M12 3l1.9 5.1L19 10l-5.1 1.9L12 17l-1.9-5.1L5 10l5.1-1.9ZM19 16v4M17 18h4',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M20 6 9 17l-5-5',
  up: 'M7 10v11H3V10ZM7 10l4-8a3 3 0 0 1 3 3v4h5a2 2 0 0 1 2 2.3l-1.4 8a2 2 0 0 1-2 1.7H7',
  down: 'M17 14V3h4v11ZM17 14l-4 8a3 3 0 0 1-3-3v-4H5a2 2 0 0 1-2-2.3l1.4-8A2 2 0 0 1 6.4 3H17',
  latest: 'M12 5v14M5 12l7 7 7-7',
  retry: 'M20 11a8 8 0 1 0-.6 4M20 4v7h-7',
  chevron: 'M9 6l6 6-6 6',
} as const;
