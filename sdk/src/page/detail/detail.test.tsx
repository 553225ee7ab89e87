// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { dictionary, reveal } from '../../contracts/index.ts';
import { Refusal, renderPage, reply, resetFakeHost } from '../../testing/index.ts';
import { DetailTabs } from './detail-tabs.tsx';
import { FollowUpHistory } from './follow-up-history.tsx';
import { History } from './history.tsx';
import { Reveal } from './reveal.tsx';

afterEach(resetFakeHost);

describe('tabs', () => {
  const texts = { tab: { bills: 'Bills', notes: 'Notes', audit: 'Audit' } };
  const opened: string[] = [];
  function Page() {
    const tab = (name: string) => () => {
      opened.push(name);
      return <p>content of {name}</p>;
    };
    return (
      <DetailTabs
        label="Order 7"
        tabs={[
          { name: 'bills', content: tab('bills'), count: 3 },
          { name: 'notes', content: tab('notes') },
          { name: 'audit', content: tab('audit'), code: 'order:audit:read' },
        ]}
      />
    );
  }
  const open = (at: string) => renderPage(<Page />, { at, plugin: { name: 'test', texts: { en: texts } } });

  test('load when they are opened, and stand in the address', () => {
    opened.length = 0;
    const page = open('/AdminContent/Test?page=2');
    expect(new Set(opened)).toEqual(new Set(['bills']));
    fireEvent.click(screen.getByRole('tab', { name: 'Notes' }));
    expect(page.address()).toBe('/AdminContent/Test?page=2&tab=notes');
    expect(screen.getByText('content of notes')).toBeTruthy();
    fireEvent.click(screen.getByRole('tab', { name: /^Bills/ }));
    expect(page.address()).toBe('/AdminContent/Test?page=2');
  });

  test('move the page to one that is opened, not when they are drawn', () => {
    const moved: (string | null)[] = [];
    Element.prototype.scrollIntoView = function () {
      moved.push(this.textContent);
    };
    onTestFinished(() => {
      Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
    });
    open('/AdminContent/Test?tab=notes');
    expect(moved).toEqual([]);
    fireEvent.click(screen.getByRole('tab', { name: /^Bills/ }));
    expect(moved).toHaveLength(1);
  });

  test('are reached by arrow keys, round the end, and opened by Enter', async () => {
    open('/AdminContent/Test');
    screen.getByRole('tab', { name: /^Bills/ }).focus();
    const notes = screen.getByRole('tab', { name: 'Notes' });
    const brought: unknown[] = [];
    notes.scrollIntoView = (how) => brought.push(how);
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(notes);
    expect(brought).toEqual([{ block: 'nearest', inline: 'nearest' }]);
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('content of notes')).toBeTruthy();
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: /^Bills/ }));
  });

  test('open at the one of the address; one without its code is neither drawn nor opened', () => {
    open('/AdminContent/Test?tab=notes');
    expect(screen.getByText('content of notes')).toBeTruthy();
    open('/AdminContent/Test?tab=audit');
    expect(screen.queryByRole('tab', { name: 'Audit' })).toBeNull();
    expect(screen.getByText('content of bills')).toBeTruthy();
  });
});

test('a history says each change field by field, in words, and why', () => {
  const entry = { happenedAt: '2026-11-20T08:00:00Z', byName: 'Wanjiru Kamau' };
  const texts = {
    tab: { history: 'History' },
    did: { update: 'Changed' },
    field: { pages: 'Pages', remark: 'Remark', isOpen: 'Open', limitCents: 'Limit', startsOn: 'Start' },
  };
  renderPage(
    <History
      entries={[
        {
          ...entry,
          action: 'update',
          before: { remark: 'Old words' },
          after: {
            remark: 'New words',
            pages: ['p1', 'p2'],
            isOpen: true,
            limitCents: 150_000,
            startsOn: '2026-12-01',
          },
          reason: 'Asked for by the desk',
        },
        { ...entry, action: 'update', before: null, after: { remark: null }, reason: null },
      ]}
      titleOf={() => texts.did.update}
      wordOf={(code) => (code === 'p1' ? 'Home' : code)}
    />,
    { plugin: { name: 'test', texts: { en: texts } } },
  );
  const [changed, emptied] = within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem');
  expect(changed?.textContent).toContain('Remark: Old words New words');
  expect(changed?.querySelector('s')?.textContent).toBe('Old words');
  expect(changed?.textContent).toContain('Pages: Home, p2');
  expect(changed?.textContent).toContain('Open: Yes');
  expect(changed?.textContent).toContain('Limit: KES 1,500.00');
  expect(changed?.textContent).toContain('Start: 1 Dec 2026');
  expect(changed?.textContent).toContain('Asked for by the desk');
  expect(emptied?.textContent).toContain('Remark: -');
});

test('a follow-up history shows five records, then all', () => {
  const entries = Array.from({ length: 8 }, (_, index) => ({
    id: String(index),
    at: '2026-11-20T08:00:00Z',
    title: `Call ${index}`,
    who: null,
  }));
  renderPage(<FollowUpHistory label="Follow-ups" entries={entries} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  fireEvent.click(screen.getByText('Show 3 more'));
  expect(screen.getAllByRole('listitem')).toHaveLength(8);
  expect(screen.queryByText(/more/)).toBeNull();
});

describe('reveal', () => {
  const entry = (dictKey: string) => ({
    dictKey,
    label: dictKey.toLowerCase(),
    tagColour: null,
    enabled: true,
  });
  const purposes = reply(dictionary.getSelectOptionRespDtos, [entry('CALL'), entry('OTHER')]);
  const part = <Reveal kind="user.phone" subjectNo="U0100" masked="25*******678" code="user:user:update" />;

  test('asks for a purpose, shows the value with what is left of the budget, and hides it', async () => {
    const page = renderPage(part, {
      perms: ['user:user:update'],
      replies: [purposes, reply(reveal.show, { value: '254712345678', left: 11 })],
    });
    fireEvent.click(screen.getByLabelText('Show'));
    const form = await screen.findByRole('form', { name: 'Show unmasked value' });
    await within(form).findByText('call');
    fireEvent.click(within(form).getByText('Show'));
    expect(await screen.findByText('254712345678')).toBeTruthy();
    expect(await screen.findByText('11 more today')).toBeTruthy();
    expect(page.server.callsOf(reveal.show)[0]?.request).toEqual({
      kind: 'user.phone',
      subjectNo: 'U0100',
      purpose: 'CALL',
    });
    fireEvent.click(screen.getByLabelText('Hide'));
    expect(screen.getByText('25*******678')).toBeTruthy();
  });

  test('says what is refused where it was asked, and shows nothing', async () => {
    renderPage(part, {
      perms: ['user:user:update'],
      replies: [
        purposes,
        reply(reveal.show, () => {
          throw new Refusal('BAD_REQUEST', { fields: [{ field: 'note', msg: 'Say more' }] });
        }),
      ],
    });
    fireEvent.click(screen.getByLabelText('Show'));
    const form = await screen.findByRole('form', { name: 'Show unmasked value' });
    await within(form).findByText('other');
    fireEvent.change(within(form).getByLabelText('Purpose'), { target: { value: 'OTHER' } });
    await waitFor(() => {
      expect(within(form).getByLabelText('Note')).toBeTruthy();
    });
    fireEvent.click(within(form).getByText('Show'));
    expect((await within(form).findByRole('alert')).textContent).toBe('Say more');
    expect(screen.getByText('25*******678')).toBeTruthy();
  });

  test('is the masked value alone for those without its code', () => {
    renderPage(part);
    expect(screen.getByText('25*******678')).toBeTruthy();
    expect(screen.queryByLabelText('Show')).toBeNull();
  });
});
