/** The visible part of a phone's screen: an on-screen keyboard covers the page without making it smaller. */
export function followViewport(container: HTMLElement): void {
  const { visualViewport } = window;
  if (visualViewport === null) return;
  const update = () => {
    // When the visitor has zoomed in, the size of the page itself is right.
    const isZoomed = visualViewport.scale > 1.01;
    container.style.setProperty('--height', isZoomed ? '100dvh' : `${Math.round(visualViewport.height)}px`);
    container.style.setProperty('--top', isZoomed ? '0px' : `${Math.round(visualViewport.offsetTop)}px`);
  };
  visualViewport.addEventListener('resize', update);
  visualViewport.addEventListener('scroll', update);
  update();
}
