import { createValue } from '../state/store.ts';
import type { ReadableValue } from '../state/store.ts';

/** The spec's four types: 1 info, 2 success, 3 warning, 4 fail. */
export type ToastType = 1 | 2 | 3 | 4;

/** What a toast says. */
export interface ToastOptions {
  readonly type: ToastType;
  readonly text: string;
  /** Milliseconds it stands; 3000 unless said otherwise. */
  readonly durationMs?: number;
  /** One thing a person can do about it: Undo, Open. Clicking closes the toast. */
  readonly action?: { readonly text: string; readonly onClick: () => void };
  /** What "copy details" copies. No personal data. */
  readonly details?: string;
  /** Called once when it is gone, however it went. */
  readonly onClosed?: () => void;
}

/** A toast on screen, or one of the last 20. */
export interface Toast extends ToastOptions {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly shownAt: number;
}

export const TOAST_DURATION_MS = 3000;
const KEPT = 20;

const toasts = createValue<readonly Toast[]>([]);
const history = createValue<readonly Toast[]>([]);
let lastId = 0;

/** The toasts on screen, oldest first. */
export const toasts$: ReadableValue<readonly Toast[]> = toasts;

/** The last 20 toasts, newest first. */
export const toastHistory$: ReadableValue<readonly Toast[]> = history;

interface Countdown {
  timer: ReturnType<typeof setTimeout> | undefined;
  leftMs: number;
  startedAt: number;
}
const countdowns = new Map<number, Countdown>();

/**
 * Shows a toast. Text already on screen is not repeated: the id of the one that stands is given back.
 *
 * @example showToast({ type: 2, text: t('user.saved') });
 */
export function showToast(options: ToastOptions): number {
  const standing = toasts.value.find((toast) => toast.text === options.text);
  if (standing) {
    options.onClosed?.();
    return standing.id;
  }
  lastId += 1;
  const toast: Toast = { ...options, id: lastId, shownAt: Date.now() };
  countdowns.set(toast.id, {
    timer: undefined,
    leftMs: options.durationMs ?? TOAST_DURATION_MS,
    startedAt: 0,
  });
  toasts.next([...toasts.value, toast]);
  history.next([toast, ...history.value].slice(0, KEPT));
  resumeToast(toast.id);
  return toast.id;
}

/** Takes a toast off the screen. Unknown ids are ignored. */
export function closeToast(id: number): void {
  const toast = toasts.value.find((candidate) => candidate.id === id);
  if (!toast) return;
  clearTimeout(countdowns.get(id)?.timer);
  countdowns.delete(id);
  toasts.next(toasts.value.filter((candidate) => candidate.id !== id));
  toast.onClosed?.();
}

/** Stops a toast's clock, while it is hovered or focused. */
export function pauseToast(id: number): void {
  const countdown = countdowns.get(id);
  if (countdown?.timer === undefined) return;
  clearTimeout(countdown.timer);
  countdown.timer = undefined;
  countdown.leftMs -= Date.now() - countdown.startedAt;
}

/** Starts a toast's clock again with the time it had left. */
export function resumeToast(id: number): void {
  const countdown = countdowns.get(id);
  if (!countdown || countdown.timer !== undefined) return;
  countdown.startedAt = Date.now();
  countdown.timer = setTimeout(
    () => {
      closeToast(id);
    },
    Math.max(0, countdown.leftMs),
  );
}

/** Forgets the last toasts, as signing out does. */
export function clearToastHistory(): void {
  history.next([]);
}
