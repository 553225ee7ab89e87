import type { Observable, Unsubscribable } from 'rxjs';
import type { ToastOptions } from '../feedback/toast-store.ts';
import type { ModalHandle, ModalOptions } from '../feedback/modal-options.ts';
import type { Translate } from '../i18n/texts.ts';

/** The kinds of things a plugin can hold open. */
export type HandleKind = 'toast' | 'modal' | 'subscription' | 'handler' | 'interval' | 'style' | 'other';

/** Shows a toast that belongs to the plugin; `more` adds a duration, an action or details. */
export type ShowToast = (text: string, more?: Partial<Omit<ToastOptions, 'type' | 'text'>>) => void;

/** Everything a plugin takes from the console belongs to its scope and goes with it. */
export interface PluginScope {
  /** The plugin's name; also its i18n namespace and the first part of its query keys. */
  readonly name: string;
  /** Aborted when the plugin goes: give it to calls that should not outlive it. */
  readonly signal: AbortSignal;
  readonly isReleased: boolean;
  /** How many things are held. 0 after `release`. */
  readonly openHandles: number;
  readonly handles: Readonly<Partial<Record<HandleKind, number>>>;
  /** Makes the scope own something; the result lets go of it early. After `release` it is let go at once. */
  own(kind: HandleKind, release: () => void): () => void;
  readonly toast: Readonly<Record<'info' | 'success' | 'warning' | 'fail', ShowToast>>;
  openModal<Result = never>(options: ModalOptions<Result>): ModalHandle<Result>;
  /** Subscribes; an observable that ends lets go automatically. */
  subscribe<T>(source: Observable<T>, next: (value: T) => void): Unsubscribable;
  /** Calls `run` every `milliseconds`. The result stops it. */
  every(milliseconds: number, run: () => void): () => void;
  /** Listens on a window, document or element. The result stops it. */
  listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void;
  /** Links a stylesheet. The result takes it away. */
  addStyle(href: string, integrity?: string): () => void;
  /** Adds texts to the plugin's namespace. */
  addTexts(language: string, texts: unknown): void;
  readonly t: Translate;
  /** A react-query key of the plugin: cached replies go with it. */
  queryKey(...parts: readonly unknown[]): readonly unknown[];
  /** Lets go of everything. */
  release(): void;
}
