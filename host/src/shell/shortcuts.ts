import type { Overlay } from './host-context.ts';

export interface ShortcutActions {
  readonly openOverlay: (overlay: Overlay) => void;
  /** Moves the focus to the first section whose title begins with the letter. */
  readonly goToSection: (letter: string) => void;
  readonly showTextKeys: (isShown: boolean) => void;
}

const G_LASTS_MS = 1500;
/** Alt held alone for so long shows the texts' keys; with another key it is a command of its own. */
const ALT_ALONE_MS = 300;

/** The shell's keys: Ctrl+K, `?`, `g` then a letter, Alt held, Escape. The result stops them. */
export function listenToShortcuts(view: Window, actions: ShortcutActions): () => void {
  let gPressedAt = -Infinity;
  let altTimer: ReturnType<typeof setTimeout> | undefined;
  const hideTextKeys = () => {
    clearTimeout(altTimer);
    altTimer = undefined;
    actions.showTextKeys(false);
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Alt') {
      altTimer ??= setTimeout(() => actions.showTextKeys(true), ALT_ALONE_MS);
      return;
    }
    if (event.altKey) hideTextKeys();
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return actions.openOverlay('palette');
    }
    if (event.key === 'Escape') return passToDialog(event);
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.timeStamp - gPressedAt < G_LASTS_MS && /^\S$/u.test(event.key)) {
      gPressedAt = -Infinity;
      event.preventDefault();
      return actions.goToSection(event.key.toLowerCase());
    }
    if (event.key === 'g') gPressedAt = event.timeStamp;
    if (event.key === '?') actions.openOverlay('shortcuts');
  }
  const onKeyUp = (event: KeyboardEvent) => event.key === 'Alt' && hideTextKeys();
  view.addEventListener('keydown', onKeyDown);
  view.addEventListener('keyup', onKeyUp);
  view.addEventListener('blur', hideTextKeys);
  return () => {
    clearTimeout(altTimer);
    view.removeEventListener('keydown', onKeyDown);
    view.removeEventListener('keyup', onKeyUp);
    view.removeEventListener('blur', hideTextKeys);
  };
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=combobox]'))
  );
}

/** A dialog takes the focus a frame after it is drawn: an Escape pressed before then is the dialog's, too. */
function passToDialog({ target }: KeyboardEvent): void {
  // The body has the second class as well while anything is open.
  const open = '.bp6-overlay.bp6-overlay-open';
  if (!(target instanceof Element) || target.closest(open)) return;
  [...document.querySelectorAll(`${open} [role$=dialog]`)]
    .at(-1)
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
}
