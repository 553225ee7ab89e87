// @vitest-environment jsdom
import { languages } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import type { FakeReply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { MultiLanguageConfigurationPage } from './multi-language-configuration.page.tsx';

const AT = '/AdminContent/UserSystem/MultiLanguageConfiguration';

function language(part: Partial<languages.LanguageRow> & { languageCode: string }): languages.LanguageRow {
  return {
    languageName: part.languageCode,
    baseCode: null,
    sort: 1,
    flag: null,
    isDefault: false,
    isEnabled: true,
    coverage: { translated: 90, total: 120 },
    ownTexts: 0,
    userCount: 12,
    fallsBackTo: 'English',
    updatedAt: '2026-11-20T08:00:00Z',
    updatedByName: null,
    version: 1,
    allowedActions: ['update', 'disable', 'setDefault'],
    ...part,
  };
}
const swahili = language({ languageCode: 'sw', languageName: 'Kiswahili', sort: 2 });
const english = language({ languageCode: 'en', languageName: 'English', isDefault: true, allowedActions: ['update'] });
const text: languages.TextRow = {
  namespace: 'users',
  key: 'freeze.sessions_other',
  original: '{{count}} sessions will be ended.',
  shipped: null,
  own: null,
  shown: '{{count}} sessions will be ended.',
  placeholders: ['count'],
  textState: 'MISSING',
  updatedAt: null,
  updatedByName: null,
  version: 0,
};

function open(replies: readonly FakeReply[] = [], at = AT) {
  return renderPage(<MultiLanguageConfigurationPage />, {
    at,
    perms: ['user:language:save', 'user:language:state', 'user:language:default', 'user:language:delete'],
    plugin: { name: 'users', texts: { en, zh } },
    replies: [
      ...replies,
      reply(languages.list, { rows: [english, swahili], total: 2, totalIsExact: true }),
      reply(languages.textNamespaces, [{ namespace: 'users', title: 'Users', translated: 90, total: 120 }]),
      reply(languages.textPage, { rows: [text], total: 1, totalIsExact: true }),
      reply(languages.textPlaces, [{ path: '/AdminContent/Home', title: 'Home' }]),
      reply(languages.missingPage, { rows: [], total: 0, totalIsExact: true }),
    ],
  });
}

test('says who loses a language before it is disabled', async () => {
  const page = open([reply(languages.stateOperation, { ...swahili, isEnabled: false })]);
  expect(await screen.findAllByText('75%')).toHaveLength(2);
  fireEvent.click(screen.getByLabelText('More actions for Kiswahili'));
  fireEvent.click(await screen.findByText('Disable'));
  const dialog = await screen.findByRole('alertdialog');
  expect(await within(dialog).findByText('12 users switch to English.')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Disable' }));
  await waitFor(() => {
    expect(page.server.callsOf(languages.stateOperation)[0]?.request).toEqual({
      languageCode: 'sw',
      version: 1,
      isEnabled: false,
    });
  });
});

test('default and enabled stand in two columns', async () => {
  open();
  const cellsOf = (name: string) => {
    const row = screen
      .getAllByText(name)
      .map((found) => found.closest('tr'))
      .find(Boolean);
    if (!row) throw new Error(`no row of ${name}`);
    return within(row);
  };
  expect(await screen.findAllByText('75%')).toHaveLength(2);
  expect(await screen.findByRole('columnheader', { name: /^Default/ })).toBeTruthy();
  expect(await screen.findByRole('columnheader', { name: /^Enabled/ })).toBeTruthy();
  expect(cellsOf('English').getByText('Default')).toBeTruthy();
  expect(cellsOf('English').getByText('Enabled')).toBeTruthy();
  expect(cellsOf('Kiswahili').queryByText('Default')).toBeNull();
});

test('a new language is checked beside its fields', async () => {
  const msg = 'Data already exists';
  open([
    reply(languages.save, () => {
      throw new Refusal('LANGUAGE_EXISTS', { fields: [{ field: 'languageCode', msg }] });
    }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Add language' }));
  const form = await screen.findByRole('dialog');
  const type = (label: string, value: string) =>
    fireEvent.change(within(form).getByLabelText(label), { target: { value } });
  type('Language', 'Kikuyu');
  type('Code', 'kikuyu');
  type('Sort', '0');
  fireEvent.click(within(form).getByRole('button', { name: 'Add language' }));
  expect(await within(form).findByText('At most 4 characters')).toBeTruthy();
  expect(within(form).getByText('Must be an integer above 0')).toBeTruthy();
  type('Code', 'sw');
  type('Sort', '6');
  fireEvent.click(within(form).getByRole('button', { name: 'Add language' }));
  expect(await within(form).findByText(msg)).toBeTruthy();
});

test('a translation shows which placeholder it lacks as it is typed', async () => {
  const page = open(
    [reply(languages.textSave, { ...text, own: 'x', textState: 'OWN', version: 1 })],
    `${AT}?tab=texts&languageCode=sw`,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Edit: freeze.sessions_other' }));
  const form = await screen.findByRole('dialog');
  const box = within(form).getByLabelText('Text');
  fireEvent.change(box, { target: { value: 'Vipindi vinaisha' } });
  expect(await within(form).findByText('missing: the text cannot be saved')).toBeTruthy();
  fireEvent.change(box, { target: { value: 'Vipindi {{count}} vinaisha' } });
  expect(await within(form).findByText('included')).toBeTruthy();
  expect(await within(form).findByRole('link', { name: 'Home' })).toBeTruthy();
  fireEvent.click(within(form).getByRole('button', { name: 'Save text' }));
  await waitFor(() => {
    expect(page.server.callsOf(languages.textSave)[0]?.request).toEqual({
      languageCode: 'sw',
      namespace: 'users',
      key: 'freeze.sessions_other',
      text: 'Vipindi {{count}} vinaisha',
      version: 0,
    });
  });
});

test('the pseudo-language puts every text in brackets until it is turned off', async () => {
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Pseudo-language' }));
  const off = await screen.findByRole('button', { name: /^\[Pšéúdó-láñgúágé·+\]$/ });
  fireEvent.click(off);
  expect(await screen.findByRole('button', { name: 'Pseudo-language' })).toBeTruthy();
});
