import { closeToast, showToast } from '../feedback/toast-store.ts';
import type { ToastType } from '../feedback/toast-store.ts';
import { openModal } from '../feedback/modal-store.ts';
import type { ModalOptions } from '../feedback/modal-store.ts';
import { addTexts, removeTexts, textOf } from '../i18n/texts.ts';
import { queryClient } from '../api/query-client.ts';
import type { HandleKind, ShowToast, PluginScope } from './plugin-scope.ts';
export type { HandleKind, ShowToast, PluginScope } from './plugin-scope.ts';

interface Handle {
  readonly kind: HandleKind;
  readonly release: () => void;
}

/** The part of a scope that counts and lets go. */
function createHandles(): {
  readonly held: ReadonlySet<Handle>;
  own(kind: HandleKind, release: () => void): () => void;
  releaseAll(): void;
} {
  const held = new Set<Handle>();
  let isReleased = false;
  return {
    held,
    own(kind, release) {
      if (isReleased) {
        release();
        return () => undefined;
      }
      const handle: Handle = { kind, release };
      held.add(handle);
      return () => {
        if (held.delete(handle)) release();
      };
    },
    releaseAll() {
      isReleased = true;
      // The newest first: what was taken later may lean on what was taken earlier.
      for (const handle of [...held].reverse()) {
        held.delete(handle);
        try {
          handle.release();
        } catch (cause) {
          console.error('Kituo: a plugin’s handle could not be released', cause);
        }
      }
    },
  };
}

function linkStyle(href: string, integrity: string | undefined): () => void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  if (integrity !== undefined) link.integrity = integrity;
  document.head.append(link);
  return () => {
    link.remove();
  };
}

/**
 * Makes the scope of a plugin. The host does so when the plugin is first opened and releases it when it goes.
 *
 * @example
 * const scope = createScope('users');
 * scope.every(60_000, refresh);
 * scope.release();
 */
export function createScope(name: string): PluginScope {
  const handles = createHandles();
  const aborter = new AbortController();
  const { own } = handles;
  const toastOf =
    (type: ToastType): ShowToast =>
    (text, more = {}) => {
      if (aborter.signal.aborted) return;
      let forget: () => void = () => undefined;
      const id = showToast({
        ...more,
        type,
        text,
        onClosed: () => {
          forget();
          more.onClosed?.();
        },
      });
      forget = own('toast', () => {
        closeToast(id);
      });
    };

  return {
    name,
    signal: aborter.signal,
    get isReleased() {
      return aborter.signal.aborted;
    },
    get openHandles() {
      return handles.held.size;
    },
    get handles() {
      const counts: Partial<Record<HandleKind, number>> = {};
      for (const { kind } of handles.held) counts[kind] = (counts[kind] ?? 0) + 1;
      return counts;
    },
    own,
    toast: { info: toastOf(1), success: toastOf(2), warning: toastOf(3), fail: toastOf(4) },
    openModal<Result>(options: ModalOptions<Result>) {
      const handle = openModal(options, this);
      const forget = own('modal', handle.close);
      void handle.closed.then(forget);
      return handle;
    },
    subscribe(source, next) {
      const subscription = source.subscribe(next);
      const forget = own('subscription', () => {
        subscription.unsubscribe();
      });
      subscription.add(forget);
      return { unsubscribe: forget };
    },
    every(milliseconds, run) {
      const timer = setInterval(run, milliseconds);
      return own('interval', () => {
        clearInterval(timer);
      });
    },
    listen(target, type, listener) {
      target.addEventListener(type, listener);
      return own('handler', () => {
        target.removeEventListener(type, listener);
      });
    },
    addStyle: (href, integrity) => own('style', linkStyle(href, integrity)),
    addTexts: (language, texts) => {
      addTexts(name, language, texts);
    },
    t: (key, values) => textOf(name, key, values),
    queryKey: (...parts) => [name, ...parts],
    release() {
      if (aborter.signal.aborted) return;
      aborter.abort();
      handles.releaseAll();
      removeTexts(name);
      queryClient.removeQueries({ queryKey: [name] });
    },
  };
}
