// @vitest-environment jsdom
import { home } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { expect, it, vi } from 'vitest';
import { Section } from '../menu-parts.tsx';
import type { MenuNode } from '../menu-tree.ts';
import { EntryCount, watchMenuCounts } from './entry-count.tsx';

const page = (title: string): MenuNode => ({
  id: title,
  title,
  icon: null,
  path: `/${title}`,
  externalUrl: null,
  children: [],
});
const audit: MenuNode = { ...page('Audit'), path: null, children: [page('Mine'), page('Others')] };
const counts = (mine: number, others: number) =>
  reply(home.menuCounts, [
    { path: '/Mine', count: mine },
    { path: '/Others', count: others },
  ]);

function draw() {
  const rendered = renderPage(<EntryCount node={audit} />, {
    plugin: { name: 'host', texts: { en: {} } },
    replies: [counts(3, 4)],
  });
  const readings = () => rendered.server.calls.filter(({ name }) => name === home.menuCounts.name).length;
  return { rendered, readings };
}

it('counts what waits behind a section, reads again after events about work, once for a crowd', async () => {
  const { rendered, readings } = draw();
  const stop = watchMenuCounts();
  try {
    expect((await rendered.findByTitle('7 awaiting you')).textContent).toBe('7, 7 awaiting you');
    rendered.server.answer(counts(120, 4));
    rendered.push({ type: 'dictionaries' });
    rendered.push({ type: 'changed', things: [{ subjectType: 'flow', subjectNo: 'F1' }] });
    for (let nth = 0; nth < 20; nth += 1) {
      rendered.push({ type: 'changed', things: [{ subjectType: 'order', subjectNo: `LO${nth}` }] });
    }
    const count = await rendered.findByTitle('124 awaiting you');
    expect(count.firstChild?.textContent).toBe('99+');
    expect(readings()).toBe(2);
  } finally {
    stop();
  }
  await expect.poll(() => rendered.queryByTitle(/waiting/)).toBeNull();
});

it('reads nothing while nobody looks, and as soon as somebody does', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { rendered, readings } = draw();
  const stop = watchMenuCounts();
  try {
    expect(readings()).toBe(0);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await rendered.findByTitle('7 awaiting you');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(readings()).toBe(1);
  } finally {
    stop();
    hidden.mockRestore();
  }
});

it('stands at a section while that is shut, and at its pages while it is open', async () => {
  const drawn = (isOpen: boolean) => (
    <ul>
      <Section
        node={audit}
        isOpen={isOpen}
        currentPath=""
        pinned={[]}
        Count={EntryCount}
        onToggle={() => undefined}
        hasPins={false}
        onTogglePin={() => undefined}
      />
    </ul>
  );
  const rendered = renderPage(drawn(false), {
    plugin: { name: 'host', texts: { en: {} } },
    replies: [counts(3, 4)],
  });
  const stop = watchMenuCounts();
  try {
    await rendered.findByRole('button', { name: 'Audit, 7 awaiting you' });
  } finally {
    stop();
  }
});
