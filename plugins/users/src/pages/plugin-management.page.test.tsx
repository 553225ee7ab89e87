// @vitest-environment jsdom
import { pluginOperate } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import type { FakeReply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { PluginManagementPage } from './plugin-management.page.tsx';

type Section = pluginOperate.OperatedPlugin;
type Health = pluginOperate.VersionHealth;
const none = { http: 0, network: 0, timeout: 0, integrity: 0, evaluation: 0, incompatible: 0, render: 0 };
const health = (version: string, part: Partial<Health> = {}): Health => ({
  version,
  opens: 0,
  users: 0,
  p50Ms: null,
  p95Ms: null,
  bytes: 0,
  failures: none,
  failed: 0,
  opensByPart: [0, 0],
  failedByPart: [0, 0],
  sessionsOut: 0,
  trippedAt: null,
  ...part,
});
const section = (name: string, part: Partial<Section> = {}): Section => ({
  name,
  isListed: true,
  isEnabled: true,
  version: '1.0.0',
  leftOut: null,
  rollout: null,
  packages: ['1.1.0', '1.0.0'],
  health: [health('1.0.0')],
  ...part,
});
const rollout = { version: '1.1.0', percent: 20, roles: ['R-005'], merchants: [], leftOut: null };
const failing = health('1.1.0', {
  opens: 40,
  users: 4,
  p50Ms: 200,
  p95Ms: 1500,
  bytes: 42e3,
  failed: 10,
  sessionsOut: 2,
  failures: {
    ...none,
    render: 8,
    network: 2,
  },
  opensByPart: [10, 30],
  failedByPart: [0, 10],
});
const sections = [
  section('cash', { rollout, health: [health('1.0.0', { opens: 90, users: 9 }), failing] }),
  section('fresh', { isListed: false, isEnabled: false, version: null, health: [] }),
  section('quiet', { isEnabled: false }),
];
const listed = {
  fault: null,
  loadedAt: '2026-11-20T08:00:00Z',
  plugins: sections,
  limits: {
    failedPercent: 20,
    minOpens: 20,
    minUsers: 3,
  },
};

function open(replies: readonly FakeReply[] = [], perms = ['user:section:operate'], language = 'en') {
  return renderPage(<PluginManagementPage />, {
    at: '/AdminContent/UserSystem/PluginManagement',
    perms,
    language,
    plugin: { name: 'users', texts: { en, zh } },
    replies: [...replies, reply(pluginOperate.list, listed)],
  });
}

test('each version says who has it, how long it takes and how often it fails', async () => {
  open();
  const row = (await screen.findByText('Rolling out')).closest('tr');
  expect(row?.textContent).toContain('20% of R-005');
  expect(row?.textContent).toContain('≤ 200 ms');
  expect(row?.textContent).toContain('≤ 1.5 s');
  expect(row?.textContent).toContain('10 · 24%');
  expect(screen.getByText('Not enabled')).toBeTruthy();
  expect(screen.getByText('Disabled')).toBeTruthy();
  expect(screen.getByText(/Auto-rollback: over 20% of at least 20/)).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'qui' } });
  await waitFor(() => expect(screen.queryByText('Rolling out')).toBeNull());
});

test('a rollout is promoted by what the operator saw', async () => {
  const page = open([reply(pluginOperate.promote, { changed: true, version: '1.1.0' })]);
  fireEvent.click(await screen.findByLabelText('Promote: cash 1.1.0'));
  const confirm = await screen.findByRole('alertdialog');
  expect(confirm.textContent).toContain('cash 1.1.0 replaces 1.0.0 for everyone.');
  fireEvent.click(within(confirm).getByText('Promote'));
  await screen.findByText('cash 1.1.0 is live for everyone.');
  expect(page.server.callsOf(pluginOperate.promote)[0]?.request).toEqual({
    plugin: 'cash',
    seen: { version: '1.0.0', rollout: '1.1.0' },
  });
});

test('what somebody changed meanwhile is told in the dialog', async () => {
  open([
    reply(pluginOperate.turn, () => {
      throw new Refusal('PLUGIN_MOVED', { facts: { plugin: 'quiet' } });
    }),
  ]);
  fireEvent.click(await screen.findByLabelText('Enable: quiet 1.0.0'));
  const confirm = await screen.findByRole('alertdialog');
  fireEvent.click(within(confirm).getByText('Enable'));
  expect((await within(confirm).findByRole('alert')).textContent).toContain('was changed by someone else');
});

test('a version shows why it failed, who changed the section, and why a person gets it', async () => {
  const page = open([
    reply(pluginOperate.history, [
      {
        at: '2026-11-20T08:00:00Z',
        by: 'kituo',
        action: 'auto',
        before: { enabled: true, version: '1.0.0', rollout },
        after: { enabled: true, version: '1.0.0' },
      },
      {
        at: '2026-11-20T07:00:00Z',
        by: 'nairobi-loans (now)',
        action: 'publish 1.1.0',
        before: { enabled: true, version: '1.0.0' },
        after: { enabled: true, version: '1.0.0' },
      },
    ]),
    reply(pluginOperate.explain, {
      verdict: 'breaker',
      sentences: ['Asha gets cash 1.0.0.', '1.1.0 failed a session of theirs again and again'],
    }),
  ]);
  fireEvent.click(await screen.findByText('Rolling out'));
  const drawer = await screen.findByRole('dialog');
  expect((await within(drawer).findByText('The page failed while rendering')).closest('li')?.textContent).toMatch(/^8/);
  expect(within(drawer).getByRole('img', { name: '40 opens, 10 failed' })).toBeTruthy();
  fireEvent.click(within(drawer).getByRole('tab', { name: 'Changes' }));
  expect(await within(drawer).findByText('Rolled back automatically')).toBeTruthy();
  expect(within(drawer).getByText('1.0.0, 1.1.0 for 20% → 1.0.0')).toBeTruthy();
  expect(within(drawer).getByText('Published 1.1.0')).toBeTruthy();
  expect(within(drawer).getByText('Not rolled out to anyone yet.')).toBeTruthy();
  fireEvent.click(within(drawer).getByRole('tab', { name: 'Rollout' }));
  fireEvent.change(within(drawer).getByLabelText('Login ID or user name'), { target: { value: ' asha ' } });
  fireEvent.click(within(drawer).getByText('Explain'));
  expect(await within(drawer).findByText('Disabled after failures')).toBeTruthy();
  expect(page.server.callsOf(pluginOperate.explain)[0]?.request).toEqual({ plugin: 'cash', user: 'asha' });
});

test('who may only look gets no buttons', async () => {
  open([], []);
  await screen.findByText('Rolling out');
  expect(screen.queryByLabelText(/^(Promote|Switch on|Roll back)/)).toBeNull();
});
