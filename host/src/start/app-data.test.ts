// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { fakePlugin, sessionWith } from '../registry/testing/session-parts.ts';
import { listBootstrap } from '@kituo/sdk/contracts';
import { readNamedBootstrap } from './app-data.ts';

function documentWith(boot: unknown): Document {
  const made = document.implementation.createHTMLDocument();
  const block = made.createElement('script');
  block.type = 'application/json';
  block.id = 'kituo-boot';
  block.textContent = JSON.stringify(boot);
  made.body.append(block);
  return made;
}

test('paths of the pages that a document lists are added to those that it names', () => {
  const whole = sessionWith([fakePlugin('alpha', '1', ['Zeta', 'Alpha'])]);
  const named = readNamedBootstrap(documentWith(listBootstrap({ ...whole, fullPaths: ['/admincontent/other'] })));
  expect(named?.fullPaths).toEqual(['/admincontent/alpha', '/admincontent/other', '/admincontent/zeta']);
});

test('a document without a whole bootstrap has none', () => {
  const { fullPaths: _, ...cut } = listBootstrap(sessionWith([]));
  expect(readNamedBootstrap(documentWith(cut))).toBeNull();
  expect(readNamedBootstrap(document.implementation.createHTMLDocument())).toBeNull();
});
