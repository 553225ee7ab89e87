import { closeToast, missingTexts$, shortcutGroups$, showTextKeys, toasts$, tracking$ } from '@kituo/sdk';
import { isSavedByHost, openDrafts, setSaver, type Remote } from '@kituo/sdk/frame';
import { listenToShortcuts } from '../../shell/shortcuts.ts';

/** A person is told to be there at most this often. Milliseconds. */
const ACTIVE_EVERY_MS = 20_000;
const UNSAVED_EVERY_MS = 500;
const MAX_TYPED = 500_000;
/** A toast that goes so much sooner than it would automatically was taken back. Milliseconds. */
const TOAST_MS = 3_000;
const EARLY_MS = 100;

/** Toasts are the console's; they go where all toasts are, and are taken back there. */
function passToasts(remote: Remote): void {
  const until = new Map<number, number>();
  toasts$.subscribe((toasts) => {
    for (const { id, type, text, durationMs, details, action } of toasts) {
      if (until.has(id)) continue;
      until.set(id, Date.now() + (durationMs ?? TOAST_MS));
      const onClick = (): void => {
        closeToast(id);
        action?.onClick();
      };
      const shown = { type, text, durationMs, details, action: action && { ...action, onClick } };
      remote.tell('toast', id, shown);
    }
    for (const [id, end] of until) {
      if (toasts.some((toast) => toast.id === id)) continue;
      until.delete(id);
      if (Date.now() < end - EARLY_MS) remote.tell('untoast', id);
    }
  });
}

/** The console's own keys work wherever the focus is; what it shows at once, the frame shows, too. */
function passKeys(remote: Remote): void {
  listenToShortcuts(window, {
    openOverlay: (overlay) => remote.tell('key', overlay === 'palette' ? { key: 'k', ctrlKey: true } : { key: '?' }),
    goToSection: (letter) => remote.tell('key', { key: `g${letter}` }),
    showTextKeys,
  });
  window.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) remote.tell('key', { key });
  });
  shortcutGroups$.subscribe((groups) => {
    // The first word of all is that there are none yet.
    if (groups.length > 0 || hadGroups) remote.tell('shortcuts', groups);
    hadGroups = groups.length > 0;
  });
}
let hadGroups = false;

function passInputs(remote: Remote): void {
  let toldAt = -Infinity;
  const active = (event: Event): void => {
    if (event.timeStamp - toldAt < ACTIVE_EVERY_MS) return;
    toldAt = event.timeStamp;
    remote.tell('active');
  };
  for (const type of ['pointerdown', 'keydown', 'wheel']) window.addEventListener(type, active, { passive: true });
}

/** What is typed is the console's to keep: a frame has no storage, and a reload of the console ends it. */
function passUnsaved(remote: Remote): void {
  let last = '[]';
  setInterval(() => {
    const drafts = openDrafts();
    const now = JSON.stringify(drafts.map(({ keptAt: _, ...typed }) => typed));
    if (now !== last && now.length < MAX_TYPED) remote.tell('unsaved', drafts);
    last = now;
  }, UNSAVED_EVERY_MS);
}

/** Files are saved by the console, where it was granted; what it has itself it saved already. */
function passFiles(remote: Remote): void {
  setSaver(({ blob, fileName }) => {
    if (!isSavedByHost(blob)) remote.tell('save', { blob, fileName });
  });
}

/** The clipboard belongs to documents with an origin: copying goes through the console, where it was granted. */
function passCopies(remote: Remote, mayCopy: boolean): void {
  const writeText = async (text: string): Promise<void> => {
    const isCopied = mayCopy && (await remote.call('copy', [text]));
    if (isCopied !== true) throw new DOMException('not granted', 'NotAllowedError');
  };
  Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
}

/** Whatever the SDK does in a page of its own that only the console can do. */
export function passOn(remote: Remote, plugin: string, mayCopy: boolean): void {
  passToasts(remote);
  passKeys(remote);
  passInputs(remote);
  passUnsaved(remote);
  passFiles(remote);
  passCopies(remote, mayCopy);
  tracking$.subscribe(({ eventType, type }) => remote.tell('track', { eventType, type }));
  missingTexts$.subscribe(({ namespace, key }) => {
    if (namespace === plugin) remote.tell('missing', key);
  });
}
