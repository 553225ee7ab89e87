import { afterAll } from 'vitest';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** React may have a task left when a file's last test ends; it must not run after its window is gone. */
afterAll(async () => {
  if (typeof window === 'undefined') return;
  const { cleanup } = await import('@testing-library/react');
  cleanup();
  for (let left = 3; left > 0; left -= 1) await turn();
});
