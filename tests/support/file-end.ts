import { afterAll, beforeAll, vi } from 'vitest';

/** How long a part of a page is waited for before it is said to be missing: a busy machine draws late. */
const DRAWN_WITHIN_MS = 20_000;

beforeAll(async () => {
  if (typeof window === 'undefined') return;
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: DRAWN_WITHIN_MS });
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** React may have a task left when a file's last test ends; it must not run in the next file's window. */
async function leaveWindow(): Promise<void> {
  const { cleanup } = await import('@testing-library/react');
  cleanup();
  for (let left = 3; left > 0; left -= 1) await turn();
  const { closeToast, toasts$ } = await import('../../sdk/src/feedback/toast-store.ts');
  for (const { id } of toasts$.value) closeToast(id);
  const { documentElement: root, body } = document;
  body.replaceChildren();
  for (const element of [root, body]) for (const name of element.getAttributeNames()) element.removeAttribute(name);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
}

// Files share the modules and the window of their worker (`isolate: false`): importing React, the kit or
// the server again for each file took longer than its tests. What a file left must not reach the next.
afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (typeof window !== 'undefined') await leaveWindow();
});
