/** What cannot hold a closed tree in which a link would be out of sight. */
const CONTROLS = new Set(['INPUT', 'SELECT', 'TEXTAREA', 'BUTTON', 'OPTION']);

/**
 * A click with Ctrl, Shift or the middle button on a link opens a window outside the sandbox, though popups are not
 * allowed: such clicks do nothing here but tell the page. To be called before anything of a plugin runs: what a plugin
 * replaces later is not what is used.
 */
export function keepToFrame(window: Window & typeof globalThis): void {
  const { apply } = window.Reflect;
  const getter = (of: object, name: string) =>
    window.Object.getOwnPropertyDescriptor(of, name)?.get ?? (() => undefined);
  const isDown = ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'].map((name) => getter(window.MouseEvent.prototype, name));
  const buttonOf = getter(window.MouseEvent.prototype, 'button');
  const pathOf = window.Event.prototype.composedPath;
  const prevent = window.Event.prototype.preventDefault;
  const tagOf = getter(window.Element.prototype, 'tagName');
  const { Element, MouseEvent } = window;
  const stop = (event: Event): void => {
    if (!(event instanceof MouseEvent)) return;
    let isElsewhere = apply(buttonOf, event, []) !== 0;
    for (const down of isDown) if (apply(down, event, []) === true) isElsewhere = true;
    if (!isElsewhere) return;
    const target: unknown = apply(pathOf, event, [])[0];
    const isControl = target instanceof Element && CONTROLS.has(String(apply(tagOf, target, [])));
    if (!isControl) apply(prevent, event, []);
  };
  window.addEventListener('click', stop, { capture: true });
  window.addEventListener('auxclick', stop, { capture: true });
}
