/** More than the bars of any browser. */
const KEYBOARD_PX = 150;

/** The visible part of a phone's screen: an on-screen keyboard covers the page without making it smaller. */
export function followViewport(container: HTMLElement): void {
  const { visualViewport } = window;
  if (visualViewport === null) return;
  const update = () => {
    // When the visitor has zoomed in, the size of the page itself is right.
    const isZoomed = visualViewport.scale > 1.01;
    container.style.setProperty('--height', isZoomed ? '100dvh' : `${Math.round(visualViewport.height)}px`);
    container.style.setProperty('--top', isZoomed ? '0px' : `${Math.round(visualViewport.offsetTop)}px`);
    // The bar at the bottom of an iPhone is covered by the keyboard, and still counts as an inset.
    const covered = innerHeight - visualViewport.height - visualViewport.offsetTop;
    const hasKeyboard = !isZoomed && innerHeight - visualViewport.height > KEYBOARD_PX;
    container.style.setProperty('--bottom', hasKeyboard ? '0px' : 'env(safe-area-inset-bottom, 0px)');
    container.style.setProperty('--keyboard', hasKeyboard ? `${Math.round(covered)}px` : '0px');
  };
  visualViewport.addEventListener('resize', update);
  visualViewport.addEventListener('scroll', update);
  update();
}
