// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import {
  clearDrafts,
  dropDraft,
  giveDrafts,
  hasUnsavedForms,
  keepDrafts,
  keptDrafts,
  keptDrafts$,
  openDrafts,
  registerForm,
  takeDraft,
} from './drafts.ts';

const edit = {
  formId: 'user.edit:U0001',
  idempotencyKey: 'key-of-the-form-1',
  read: () => ({ note: 'half a remark' }),
};

beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '', '/AdminContent/UserSystem/UserManagement');
});

it('keeps what was typed with its key, and gives it back once, on its own page alone', () => {
  const forget = registerForm(edit);
  const forgetEmpty = registerForm({ ...edit, formId: 'user.add', read: () => null });
  expect(hasUnsavedForms()).toBe(true);
  expect(keepDrafts()).toBe(1);
  forget();
  forgetEmpty();
  expect(hasUnsavedForms()).toBe(false);
  window.history.replaceState(null, '', '/AdminContent/Home');
  expect(takeDraft(edit.formId)).toBeUndefined();
  window.history.replaceState(null, '', '/AdminContent/UserSystem/UserManagement');
  expect(takeDraft(edit.formId)).toMatchObject({
    values: { note: 'half a remark' },
    idempotencyKey: 'key-of-the-form-1',
  });
  expect(takeDraft(edit.formId)).toBeUndefined();
});

it('keeps what a form was opened for, and tells as drafts come and go', () => {
  const seen: string[][] = [];
  const watching = keptDrafts$.subscribe((all) => seen.push(all.map(({ title }) => title)));
  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  const titled = { ...edit, title: 'Edit Akinyi', subject: { userNo: 'U0001', version: 3 } };
  const forget = registerForm(titled);
  const forgetOther = registerForm({ ...edit, formId: 'user.note:', title: 'Note', subject: loop });
  keepDrafts();
  forget();
  forgetOther();
  const [first, second] = keptDrafts();
  expect([first?.subject, second?.subject]).toEqual(['{"userNo":"U0001","version":3}', '']);
  if (first) dropDraft(first);
  expect(takeDraft('user.note:')?.title).toBe('Note');
  watching.unsubscribe();
  expect(seen.slice(-3)).toEqual([['Edit Akinyi', 'Note'], ['Note'], []]);
});

it('replaces a form’s earlier draft and leaves those of others', () => {
  const forget = registerForm(edit);
  keepDrafts();
  forget();
  const forgetOther = registerForm({ ...edit, formId: 'user.edit:U0002' });
  keepDrafts();
  forgetOther();
  const forgetAgain = registerForm({ ...edit, read: () => ({ note: 'longer' }) });
  keepDrafts();
  forgetAgain();
  expect(keptDrafts().map(({ formId, values }) => [formId, values['note']])).toEqual([
    ['user.edit:U0002', 'half a remark'],
    ['user.edit:U0001', 'longer'],
  ]);
});

it('gives a frame’s drafts to who keeps them for it, and takes them back', () => {
  const forget = registerForm(edit);
  const given: unknown = structuredClone(openDrafts());
  forget();
  expect(keptDrafts()).toEqual([]);
  giveDrafts(given);
  expect(takeDraft(edit.formId)?.values).toEqual({ note: 'half a remark' });
  giveDrafts([{ formId: 'no draft' }]);
  expect(keptDrafts()).toEqual([]);
});

it('counts broken data as none, and is gone after clearing', () => {
  for (const broken of ['{', '"text"', '[{"formId":1}]', 'null']) {
    sessionStorage.setItem('kituo_drafts', broken);
    expect(keptDrafts()).toEqual([]);
  }
  const forget = registerForm(edit);
  keepDrafts();
  forget();
  clearDrafts();
  expect(keptDrafts()).toEqual([]);
});
