// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { browserFiles } from './browser-files.ts';

const file = { url: '/plugins/x/1/x.css', integrity: '' };

/** A sheet that the document linked, as Chromium leaves it. */
function linked(rules: readonly object[]): HTMLLinkElement {
  document.head.replaceChildren();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.setAttribute('href', file.url);
  Object.defineProperty(link, 'sheet', { value: { cssRules: rules } });
  document.head.append(link);
  return link;
}

test('a sheet that the document linked and that is in force is not loaded again', async () => {
  const link = linked([{}]);
  await browserFiles(document).addStyle(file);
  expect([...document.head.querySelectorAll('link')]).toEqual([link]);
});

test('one that failed to load counts as failed, and is loaded again on each retry', async () => {
  const failed = linked([]);
  const files = browserFiles(document);
  const adding = files.addStyle(file);
  const [second] = document.head.querySelectorAll('link');
  expect(second).not.toBe(failed);
  second?.dispatchEvent(new Event('error'));
  await expect(adding).rejects.toThrow('style /plugins/x/1/x.css');
  const again = files.addStyle(file);
  document.head.querySelector('link')?.dispatchEvent(new Event('load'));
  await again;
});
