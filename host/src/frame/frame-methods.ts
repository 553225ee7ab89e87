import { closeToast, copyText, offerShortcuts, showToast, textOf, track, type ShortcutGroup } from '@kituo/sdk';
import type { PluginFailureKind } from '@kituo/sdk/contracts';
import type { Methods } from '@kituo/sdk/frame';
import { pathKey } from '../routing/routes.ts';
import { createBudget } from './budget.ts';
import { createLane } from './lane.ts';
import { relay } from './frame-calls.ts';
import { saveFor } from './frame-files.ts';
import type { FrameSessionParts, FrameState } from './frame-session-parts.ts';

/** Of the six connections of a browser without HTTP/2, the console keeps its own: for its calls, and for events. */
const CALLS_AT_ONCE = 3;
/**
 * Calls of a frame that the server gets: enough to open a page at once, and what a page at work asks for after that.
 * More would take the server from the console's own calls, however few are under way at a time.
 */
const CALLS = { burst: 40, perSecond: 10 };
/** Events of use: the server takes 3,000 a minute from an address, where many people sit. */
const EVENTS = { burst: 20, perSecond: 1 };
const MAX_DRAFTS = 20;
const MAX_GROUPS = 10;
const MAX_ENTRIES = 30;
const MAX_MISSING = 50;
/** What a page keeps in an entry of the history, in characters of JSON. */
const MAX_STATE = 10_000;
const MAX_BYTES = 100_000_000;
/** What a frame can tell of automatically. */
const KINDS: readonly PluginFailureKind[] = ['http', 'network', 'integrity', 'evaluation', 'incompatible'];

/** What becomes of the frame by its own word. */
export interface FrameWord {
  readonly drawn: (bytes: number) => void;
  /** Nothing is heard of it any more. */
  readonly end: (state: FrameState, reason: string, kind: PluginFailureKind) => void;
  /** A job that a reply named: what the server says of it is the frame's to hear. */
  readonly startedJob: (jobNo: string) => void;
  /** Run when the frame is done with. */
  readonly atEnd: (stop: () => void) => void;
}

const text = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '');

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** What the console can show or keep of a value from a frame; null for what is no JSON or too much of it. */
function jsonOf(value: unknown): unknown {
  const written = JSON.stringify(value) ?? 'null';
  return written.length > MAX_STATE ? null : JSON.parse(written);
}

/** Keys that are the console's wherever the focus is. On the window alone: no page listens there for letters. */
function passKey(key: unknown, isFocused: () => boolean): void {
  if (!isRecord(key)) return;
  const press = (name: string, ctrlKey = false, at: EventTarget = window): void =>
    void at.dispatchEvent(new KeyboardEvent('keydown', { key: name, ctrlKey, bubbles: true }));
  const name = text(key['key'], 8);
  // Of the person in the frame it is for a dialog, too, that has not taken the focus yet; any other closes none.
  if (name === 'Escape') return press(name, false, isFocused() ? document.body : window);
  if (name === 'k' && (key['ctrlKey'] === true || key['metaKey'] === true)) return press(name, true);
  if (!isFocused()) return;
  if (name === '?') return press(name);
  if (!/^g\p{L}$/u.test(name)) return;
  for (const each of name) press(each);
}

function toastOf(plugin: string, asked: unknown): number | null {
  if (!isRecord(asked)) return null;
  const { type, durationMs, action, details } = asked;
  const isType = type === 1 || type === 2 || type === 3 || type === 4;
  const click = isRecord(action) ? action['onClick'] : undefined;
  return showToast({
    type: isType ? type : 1,
    // Who speaks is said by the console: a frame cannot speak for it.
    text: `${plugin}: ${text(asked['text'], 300)}`,
    ...(typeof details === 'string' && { details: text(details, 2_000) }),
    ...(typeof durationMs === 'number' && {
      durationMs: Math.min(Math.max(durationMs, 500), 10_000),
    }),
    ...(typeof click === 'function' &&
      isRecord(action) && { action: { text: text(action['text'], 40), onClick: () => click() } }),
  });
}

const listIn = (value: unknown, most: number): readonly unknown[] => (Array.isArray(value) ? value.slice(0, most) : []);

/** The keys of a frame's page for the sheet behind `?`, below its plugin's name. */
function shortcutsOf(plugin: string, asked: unknown): ShortcutGroup[] {
  return listIn(asked, MAX_GROUPS).flatMap((group) => {
    if (!isRecord(group)) return [];
    const entries = listIn(group['entries'], MAX_ENTRIES).flatMap((entry) =>
      isRecord(entry)
        ? [
            {
              text: text(entry['text'], 200),
              keys: listIn(entry['keys'], 6).map((key) => text(key, 20)),
            },
          ]
        : [],
    );
    return [
      {
        id: `${plugin}.${text(group['id'], 100)}`,
        title: `${plugin}: ${text(group['title'], 100)}`,
        entries,
      },
    ];
  });
}

/** Toasts, shortcuts and missing texts: what a frame says that the console shows or reports for it. */
function spoken({ plugin: { name } }: FrameSessionParts, { atEnd }: FrameWord): Methods {
  const toasts = new Map<unknown, number>();
  let offered: (() => void)[] = [];
  const takeBack = (): void => offered.splice(0).forEach((stop) => stop());
  atEnd(takeBack);
  let missing = 0;
  return {
    toast: ([id, options]) => {
      const shown = toastOf(name, options);
      if (shown !== null) toasts.set(id, shown);
      const [oldest] = toasts.keys();
      if (toasts.size > 100) toasts.delete(oldest);
    },
    untoast: ([id]) => {
      const shown = toasts.get(id);
      if (shown !== undefined) closeToast(shown);
    },
    shortcuts: ([groups]) => {
      takeBack();
      offered = shortcutsOf(name, groups).map(offerShortcuts);
    },
    missing: ([key]) => {
      // Its texts are not the console's: looked for there, a key is reported as missing.
      if (typeof key === 'string' && /^[\w.-]{1,200}$/.test(key) && (missing += 1) <= MAX_MISSING) textOf(name, key);
    },
  };
}

/** What a frame may ask of the console. */
export function methodsOf(parts: FrameSessionParts, word: FrameWord): Methods {
  const { plugin, ticket, frame } = parts;
  const own = new Set(plugin.pages.map(({ path }) => pathKey(path)));
  const inTurn = createLane(CALLS_AT_ONCE);
  const calls = createBudget(CALLS);
  const events = createBudget(EVENTS);
  const isFocused = () => document.activeElement === frame.element && document.hasFocus();
  /** Entries of the history that the frame made: back is within these, but for a person's own click. */
  let depth = 0;
  return {
    ...spoken(parts, word),
    api: async ([call], signal) => {
      const reply = await inTurn(() => relay(plugin, call, signal, calls.turn), signal);
      if ('text' in reply) {
        for (const [, jobNo = ''] of reply.text.matchAll(/"jobNo":"([\w-]{1,40})"/g)) word.startedJob(jobNo);
        return reply;
      }
      saveFor(plugin.name, ticket.download, reply);
      return { saved: reply.fileName };
    },
    save: ([file]) => {
      if (!isRecord(file) || !(file['blob'] instanceof Blob)) return;
      const fileName = text(file['fileName'], 200) || 'download';
      saveFor(plugin.name, ticket.download, { blob: file['blob'], fileName });
    },
    drawn: ([bytes]) => word.drawn(typeof bytes === 'number' ? Math.min(Math.max(Math.round(bytes), 0), MAX_BYTES) : 0),
    failed: ([reason, kind]) => word.end('failed', text(reason, 500), KINDS.find((each) => each === kind) ?? 'render'),
    key: ([key]) => passKey(key, isFocused),
    // A sign of a person counts where the focus is indeed in the frame.
    active: () => {
      if (isFocused()) window.dispatchEvent(new Event('wheel'));
    },
    unsaved: ([drafts]) => parts.hasUnsaved(listIn(drafts, MAX_DRAFTS)),
    size: ([height]) => {
      if (typeof height === 'number') parts.resized(height);
    },
    track: ([fact]) => {
      if (!isRecord(fact) || !events.take()) return;
      track({
        eventType: text(fact['eventType'], 40),
        type: text(fact['type'], 80) || plugin.name,
      });
    },
    copy: ([value]) => (ticket.clipboard ? copyText(text(value, 10_000)) : false),
    navigate: ([to, isReplace, state]) => {
      const url = new URL(text(to, 2_000), location.origin);
      if (url.origin !== location.origin || !own.has(pathKey(url.pathname)))
        throw new Error('an isolated plugin opens its own pages alone');
      if (isReplace !== true) depth += 1;
      parts.navigate(url.pathname + url.search + url.hash, isReplace === true, jsonOf(state));
    },
    go: ([steps]) => {
      if (typeof steps !== 'number' || !Number.isInteger(steps)) return;
      const isOwn = steps < 0 && -steps <= depth;
      const isClicked = Math.abs(steps) === 1 && isFocused();
      if (!isOwn && !isClicked) return;
      depth = Math.max(0, depth + steps);
      parts.go(steps);
    },
  };
}
