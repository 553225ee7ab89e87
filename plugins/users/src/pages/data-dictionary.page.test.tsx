// @vitest-environment jsdom
import { dictionary, type ReplyOf } from '@kituo/sdk/contracts';
import { Refusal, renderPage, reply } from '@kituo/sdk/testing';
import type { FakeReply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { DataDictionaryPage } from './data-dictionary.page.tsx';

type Dictionary = ReplyOf<typeof dictionary.tree>[number];
type Entry = Dictionary['entries'][number];

function entry(part: Partial<Entry> & { id: number; dictKey: string }): Entry {
  return {
    dictType: 'BANK_NAME_TYPE',
    dictValue: '',
    parentId: null,
    label: { en: part.dictKey },
    sort: part.id,
    enabled: true,
    tagColour: 'none',
    remark: '',
    version: 1,
    uses: null,
    allowedActions: ['update', 'state', 'delete'],
    ...part,
  };
}
const banks: Dictionary = {
  dictType: 'BANK_NAME_TYPE',
  dictName: 'Banks',
  codeTableType: 'FLAT',
  isFixed: false,
  count: 2,
  entries: [],
};
const states: Dictionary = {
  dictType: 'USER_STATUS',
  dictName: 'User status',
  codeTableType: 'FLAT',
  isFixed: true,
  count: 1,
  entries: [],
};
const rules: Dictionary = {
  dictType: 'RULE_TYPE',
  dictName: 'Rules',
  codeTableType: 'JSON',
  isFixed: false,
  count: 0,
  entries: [],
};
const entries = {
  BANK_NAME_TYPE: [
    entry({ id: 1, dictKey: 'EQUITY', label: { en: 'Equity', zh: '衡平' } }),
    entry({ id: 2, dictKey: 'KCB', label: { en: 'KCB Bank' } }),
  ],
  USER_STATUS: [
    entry({
      id: 3,
      dictKey: 'NORMAL',
      dictType: 'USER_STATUS',
      label: { en: 'Active' },
      uses: 40,
      allowedActions: ['update'],
    }),
  ],
  RULE_TYPE: [],
};

function open(replies: readonly FakeReply[] = []) {
  return renderPage(<DataDictionaryPage />, {
    at: '/AdminContent/UserSystem/DataDictionary',
    perms: ['user:dictionary:save', 'user:dictionary:delete', 'user:cache:delete'],
    plugin: { name: 'users', texts: { en, zh } },
    replies: [
      ...replies,
      reply(dictionary.tree, ({ dictType }) =>
        [banks, states, rules].flatMap((one) => {
          if (dictType === undefined) return [one];
          if (dictType !== one.dictType) return [];
          const held = Object.entries(entries).find(([type]) => type === dictType)?.[1] ?? [];
          return [{ ...one, entries: held }];
        }),
      ),
    ],
  });
}

test('finds dictionaries at the left and shows their entries at the right', async () => {
  const page = open();
  expect(await screen.findByText('EQUITY')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Key or name'), { target: { value: 'user' } });
  await waitFor(() => {
    expect(screen.queryByText('BANK_NAME_TYPE')).toBeNull();
  });
  fireEvent.click(screen.getByText('USER_STATUS'));
  expect(await screen.findByText('NORMAL')).toBeTruthy();
  expect(page.address()).toContain('dictType=USER_STATUS');
  // What mirrors a state machine gets words, colour and order alone.
  expect(screen.queryByRole('button', { name: 'Add entry' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Edit: NORMAL' }));
  const form = await screen.findByRole('dialog');
  expect(within(form).getByLabelText<HTMLInputElement>('Key').disabled).toBe(true);
});

test('an entry is checked by the contract and by the server, beside its fields', async () => {
  const msg = 'Same-level code or key value repeated';
  const page = open([
    reply(dictionary.save, () => {
      throw new Refusal('DICTIONARY_REPEATED', { fields: [{ field: 'dictKey', msg }] });
    }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Add entry' }));
  const form = await screen.findByRole('dialog');
  const submit = within(form).getByRole('button', { name: 'Add entry' });
  fireEvent.change(within(form).getByLabelText('Sort'), { target: { value: '10000' } });
  fireEvent.click(submit);
  expect(await within(form).findByText('At most 4 characters')).toBeTruthy();
  expect(within(form).getAllByText('Content cannot be blank')).toHaveLength(2);
  expect(page.server.callsOf(dictionary.save)).toHaveLength(0);
  fireEvent.change(within(form).getByLabelText('Sort'), { target: { value: '3' } });
  fireEvent.change(within(form).getByLabelText('Key'), { target: { value: 'KCB' } });
  fireEvent.change(within(form).getByLabelText('Label: en'), { target: { value: 'KCB Bank' } });
  fireEvent.click(submit);
  expect(await within(form).findByText(msg)).toBeTruthy();
  expect(page.server.callsOf(dictionary.save)[0]?.request).toMatchObject({
    dictType: 'BANK_NAME_TYPE',
    dictKey: 'KCB',
    label: { en: 'KCB Bank' },
    sort: 3,
  });
});

test('JSON says its fault by line and column, and shows what it holds', async () => {
  open();
  fireEvent.click(await screen.findByText('RULE_TYPE'));
  fireEvent.click(await screen.findByRole('button', { name: 'Add entry' }));
  const form = await screen.findByRole('dialog');
  const value = within(form).getByLabelText('Value');
  fireEvent.change(value, { target: { value: '{\n  "days": 7,\n}' } });
  fireEvent.blur(value);
  expect(await within(form).findByText('Invalid JSON: line 3, column 1')).toBeTruthy();
  fireEvent.change(value, { target: { value: '{"days": 7}' } });
  expect(await within(form).findByText('days:')).toBeTruthy();
});

test('entries are moved within their level, and retired with Undo', async () => {
  const page = open([reply(dictionary.reorder, { moved: 2 }), reply(dictionary.updateState, { changed: 1 })]);
  const row = (await screen.findAllByText('KCB'))[0]?.closest('tr');
  if (row == null) throw new Error('no row');
  fireEvent.focus(row);
  fireEvent.keyDown(row, { key: 'ArrowUp', altKey: true });
  await waitFor(() => {
    expect(page.server.callsOf(dictionary.reorder)[0]?.request).toEqual({
      dictType: 'BANK_NAME_TYPE',
      parentId: null,
      ids: [2, 1],
    });
  });
  fireEvent.click(await screen.findByLabelText('More actions for EQUITY'));
  fireEvent.click(await screen.findByText('Disable'));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Disable' }));
  await screen.findByText('Entries disabled: 1.');
  page.assertReleases();
});

const facts = {
  dictKey: 'EQUITY',
  dictValue: '',
  label: { en: 'Equity' },
  sort: 1,
  enabled: true,
  tagColour: 'none',
  remark: '',
};
const unused = reply(dictionary.uses, { places: [], sections: [] });

test('the history of an entry reads in words, language by language', async () => {
  const before = { ...facts, label: { en: 'Equity', zh: '' } };
  const after = { ...facts, label: { en: 'Equity Bank', zh: '衡平' }, enabled: false, tagColour: 'success' };
  const changedAt = '2026-11-20T08:00:00Z';
  open([unused, reply(dictionary.history, [{ changedAt, changedByName: 'Amina', before, after }])]);
  fireEvent.click(await screen.findByText('EQUITY'));
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByText('Amina');
  const said = within(drawer).getAllByRole('listitem').at(-1)?.textContent ?? '';
  expect(said).toContain('Label: en: Equity → en: Equity Bank · zh: 衡平');
  expect(said).toContain('Enabled: Yes → No');
  expect(said).toContain('Tag colour: Grey → Green');
});

test('a history that could not be read says so and is read again', async () => {
  const unread = () => {
    throw new Refusal('FAULT');
  };
  const page = open([unused, reply(dictionary.history, unread)]);
  fireEvent.click(await screen.findByText('EQUITY'));
  const drawer = await screen.findByRole('dialog');
  const retry = await within(drawer).findByRole('button', { name: 'Retry' });
  expect(within(drawer).queryByText('No changes yet.')).toBeNull();
  page.server.answer(reply(dictionary.history, []));
  fireEvent.click(retry);
  expect(await within(drawer).findByText('No changes yet.')).toBeTruthy();
});
