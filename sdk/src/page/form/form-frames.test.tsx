// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setAdapter } from '../../api/call.ts';
import { user } from '../../contracts/index.ts';
import { requestDraft, keepDrafts, keptDrafts } from '../../drafts/drafts.ts';
import { Refusal, renderPage, reply } from '../../testing/index.ts';
import type { FakeReply, RenderedPage } from '../../testing/index.ts';
import { useAction } from '../action/use-action.ts';
import { fieldsOf } from './fields-of.ts';
import { FormDialog } from './form-frames.tsx';

const { Text } = fieldsOf<Record<'reason', unknown>>();
const texts = {
  field: { reason: 'Reason', templateNo: 'Template' },
  action: { reset: { label: 'Open', title: 'Reset', submit: 'Send', done: 'Done' } },
};
const done = {
  delivery: {
    userName: 'wanjiru',
    realName: 'Wanjiru Kamau',
    channel: 'EMAIL',
    destination: 'a***',
    oneTimePassword: null,
  } as const,
  sessionsEnded: 1,
};

function Page(props: { readonly userNo: string }) {
  const reset = useAction({
    name: 'reset',
    endpoint: user.resetPwd,
    request: (subject: { userNo: string }, values: { reason: string }) => ({
      userNo: subject.userNo,
      reason: values.reason,
    }),
  });
  return (
    <>
      <button
        onClick={() => {
          reset.open({ userNo: props.userNo });
        }}
      >
        open
      </button>
      <FormDialog action={reset} defaults={() => ({ reason: '' })}>
        <Text name="reason" />
      </FormDialog>
    </>
  );
}

function draw(userNo = 'U1', replies: readonly FakeReply[] = []): RenderedPage {
  return renderPage(<Page userNo={userNo} />, {
    perms: ['user:user:resetPassword'],
    plugin: { name: 'users', texts: { en: texts } },
    replies,
  });
}

const input = (): HTMLElement => screen.getByLabelText('Reason');
const type = (value: string): void => {
  fireEvent.change(input(), { target: { value } });
};
const keysOf = (page: RenderedPage) => page.server.callsOf(user.resetPwd).map((one) => one.headers['idempotency-key']);

afterEach(() => {
  sessionStorage.clear();
});

test('closes an untouched form at once and asks before discarding a filled one', async () => {
  draw();
  fireEvent.click(screen.getByText('open'));
  fireEvent.click(screen.getByText('Cancel'));
  await waitFor(() => {
    expect(screen.queryByLabelText('Reason')).toBeNull();
  });

  fireEvent.click(screen.getByText('open'));
  type('a long remark');
  fireEvent.click(screen.getByText('Cancel'));
  const question = await screen.findByText('Discard your changes?');
  fireEvent.click(screen.getByText('Keep editing'));
  await waitFor(() => {
    expect(question.isConnected).toBe(false);
  });
  expect(screen.getByDisplayValue('a long remark')).toBeTruthy();

  fireEvent.click(screen.getByLabelText('Close'));
  fireEvent.click(await screen.findByText('Discard'));
  await waitFor(() => {
    expect(screen.queryByLabelText('Reason')).toBeNull();
  });
});

test('offers back what a reload kept, for the same subject, and sends its key again', async () => {
  const before = draw('U1', [
    reply(user.resetPwd, () => {
      throw new Refusal('UNAVAILABLE');
    }),
  ]);
  fireEvent.click(screen.getByText('open'));
  type('half a sentence');
  fireEvent.click(screen.getByText('Send'));
  await waitFor(() => {
    expect(keysOf(before)).toHaveLength(1);
  });
  expect(keepDrafts()).toBe(1);
  const [key] = keysOf(before);
  const stored = sessionStorage.getItem('kituo_drafts') ?? '';

  draw('U2');
  sessionStorage.setItem('kituo_drafts', stored);
  fireEvent.click(screen.getByText('open'));
  expect(screen.queryByText('Restore')).toBeNull();

  const after = draw('U1', [reply(user.resetPwd, done)]);
  sessionStorage.setItem('kituo_drafts', stored);
  fireEvent.click(screen.getByText('open'));
  expect(screen.queryByDisplayValue('half a sentence')).toBeNull();
  fireEvent.click(screen.getByText('Restore'));
  expect(screen.getByDisplayValue('half a sentence')).toBeTruthy();
  expect(keptDrafts()).toEqual([]);
  fireEvent.click(screen.getByText('Send'));
  await screen.findByText('Done');
  expect(keysOf(after)).toEqual([key]);
});

test('opens automatically for what it was opened for, where the host asks for its draft', async () => {
  draw('U1');
  fireEvent.click(screen.getByText('open'));
  type('half a sentence');
  keepDrafts();
  const stored = sessionStorage.getItem('kituo_drafts') ?? '';
  const [draft] = keptDrafts();
  if (draft === undefined) throw new Error('no draft was kept');

  // The page itself was drawn for somebody else by now.
  const after = draw('U2', [reply(user.resetPwd, done)]);
  sessionStorage.setItem('kituo_drafts', stored);
  act(() => requestDraft({ ...draft, path: '/AdminContent/Elsewhere' }));
  expect(screen.queryByLabelText('Reason')).toBeNull();
  act(() => requestDraft({ ...draft, formId: 'user.other:"U1"' }));
  expect(screen.queryByLabelText('Reason')).toBeNull();
  act(() => requestDraft(draft));
  fireEvent.click(await screen.findByText('Restore'));
  expect(screen.getByDisplayValue('half a sentence')).toBeTruthy();
  fireEvent.click(screen.getByText('Send'));
  await screen.findByText('Done');
  const [sent] = after.server.callsOf(user.resetPwd);
  expect(sent?.request).toEqual({ userNo: 'U1', reason: 'half a sentence' });
});

test('says so when no answer came, and sends the same key again', async () => {
  const page = draw('U1', [reply(user.resetPwd, done)]);
  fireEvent.click(screen.getByText('open'));
  type('lost');
  const keys: unknown[] = [];
  setAdapter((config) => {
    keys.push(config.headers.get('idempotency-key'));
    return Promise.reject(new TypeError('connection refused'));
  });
  fireEvent.click(screen.getByText('Send'));
  const fault = await screen.findByRole('alert');
  expect(within(fault).getByText('No response. It is safe to try again.')).toBeTruthy();
  setAdapter(page.server.adapter);
  fireEvent.click(screen.getByText('Send'));
  await screen.findByText('Done');
  expect(keysOf(page)).toEqual(keys);

  fireEvent.click(screen.getByText('open'));
  type('again');
  fireEvent.click(screen.getByText('Send'));
  await waitFor(() => {
    expect(keysOf(page)).toHaveLength(2);
  });
  expect(new Set(keysOf(page)).size).toBe(2);
});

test('a message about what lies within a field, or in no field of the form, says where in the words of the section', async () => {
  const fields = [
    { field: 'reason.1.templateNo', msg: 'All options must be filled' },
    { field: 'rows.0.templateNo', msg: 'Choose another' },
    { field: 'rows.0.unheardOf', msg: 'Invalid value' },
  ];
  draw('U1', [
    reply(user.resetPwd, () => {
      throw new Refusal('BAD_REQUEST', { fields });
    }),
  ]);
  fireEvent.click(screen.getByText('open'));
  await screen.findByLabelText('Reason');
  type('Lost phone');
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('2 · Template: All options must be filled')).toBeTruthy();
  expect(screen.getByText('1 · Template: Choose another')).toBeTruthy();
  expect(screen.getByText('1: Invalid value')).toBeTruthy();
});
