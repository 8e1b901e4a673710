export const UnreadDot = () => (
  <span class="unread-dot">
    <span class="hidden">Unread</span>
  </span>
);
