// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { setAdapter } from '../../api/call.ts';
import * as dept from '../../contracts/staff/dept.contract.ts';
import * as dictionary from '../../contracts/platform/dictionary.contract.ts';
import { defineEndpoint } from '../../contracts/endpoint.ts';
import * as uploads from '../../contracts/platform/file.contract.ts';
import * as merchant from '../../contracts/parties/merchant.contract.ts';
import { Refusal, renderPage, reply, resetFakeHost } from '../../testing/index.ts';
import { useAction } from '../action/use-action.ts';
import { fieldsOf } from './fields-of.ts';
import { FormDialog } from './form-frames.tsx';
import { departmentOptions, dictionaryOptions, merchantOptions, peopleOptions } from './sources.ts';

afterEach(resetFakeHost);
// jsdom lays nothing out, so it has nothing to scroll.
Element.prototype.scrollIntoView = () => undefined;

const text = z.nullable(z.string());
const save = defineEndpoint({
  name: 'test.choose',
  method: 'POST',
  path: 'test/choose',
  access: 'signedIn',
  kind: 'command',
  summary: 'Takes what was selected',
  request: z.object({
    deptNo: text,
    userNo: text,
    bankCode: text,
    day: text,
    idCardNo: z.nullable(z.string().check(z.regex(/^\d{7,9}$/, '7 to 9 digits'))),
    merchantNos: z.array(z.string()),
    scan: z.nullable(
      z.object({
        attachId: z.string(),
        fileName: z.string(),
      }),
    ),
    photo: z.nullable(
      z.object({
        attachId: z.string(),
        fileName: z.string(),
      }),
    ),
  }),
  reply: z.object({}),
});
const userTree = defineEndpoint({
  ...save,
  name: 'test.userTree',
  method: 'GET',
  path: 'test/userTree',
  kind: 'query',
  request: z.object({}),
  reply: z.array(
    z.object({
      deptName: z.string(),
      telemarketerTreeResDto: z.array(z.object({ userNo: z.string(), realName: z.string() })),
    }),
  ),
});
type Values = z.input<typeof save.request>;
const EMPTY: Values = {
  deptNo: null,
  userNo: null,
  bankCode: null,
  day: null,
  idCardNo: null,
  merchantNos: [],
  scan: null,
  photo: null,
};
const fields = fieldsOf<Values>();
const people = peopleOptions<z.output<typeof userTree.reply>>(userTree, (tree) =>
  tree.map((one) => ({ deptName: one.deptName, people: one.telemarketerTreeResDto })),
);

function Page() {
  const action = useAction({
    name: 'choose',
    endpoint: save,
    request: (_nothing: null, values: Values) => values,
  });
  const own = { subjectType: 'own', subjectNo: 'U1' };
  return (
    <>
      <button
        onClick={() => {
          action.open(null);
        }}
      >
        open
      </button>
      <FormDialog action={action} defaults={() => EMPTY}>
        <fields.TreeSelect name="deptNo" source={departmentOptions} />
        <fields.TreeSelect name="userNo" source={people} />
        <fields.MultiSelect name="merchantNos" source={merchantOptions} />
        <fields.Select name="bankCode" options={dictionaryOptions('BANK_NAME_TYPE')} />
        <fields.Date name="day" isOptional />
        <fields.IdCard name="idCardNo" />
        <fields.File name="scan" isOptional {...own} rule={{ extensions: ['pdf'], maxMb: 1 }} />
        <fields.Image name="photo" isOptional {...own} />
      </FormDialog>
    </>
  );
}

const texts = {
  field: Object.fromEntries(Object.keys(EMPTY).map((name) => [name, `The ${name}`])),
  action: { choose: { label: 'Choose', title: 'Choose', submit: 'Send', done: 'Sent' } },
};
const branch = (deptNo: string, name: string, childList: dept.Department[]): dept.Department => ({
  deptNo,
  name,
  number: deptNo,
  remark: null,
  leaderUserNo: null,
  leaderName: null,
  isEnabled: true,
  departments: childList.length,
  members: 0,
  membersBelow: 0,
  version: 1,
  allowedActions: [],
  childList,
});

async function open() {
  const page = renderPage(<Page />, {
    plugin: { name: 'test', texts: { en: texts } },
    replies: [
      reply(save, {}),
      reply(dept.tree, [branch('D1', 'Head office', [branch('D2', 'Collection', [])])]),
      reply(userTree, [
        {
          deptName: 'Telemarketing',
          telemarketerTreeResDto: [{ userNo: 'U7', realName: 'Amina' }],
        },
      ]),
      reply(merchant.options, [
        { merchantNo: 'M1', merchantName: 'Haraka', enabled: true },
        { merchantNo: 'M2', merchantName: 'Closed down', enabled: false },
      ]),
      reply(dictionary.getSelectOptionRespDtos, [
        { dictKey: 'EQUITY', label: 'Equity Bank', tagColour: null, enabled: true },
      ]),
    ],
  });
  fireEvent.click(screen.getByText('open'));
  return { page, form: await screen.findByRole('dialog') };
}
async function pick(label: RegExp, option: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: label }));
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(option) }));
}
const fileInput = (form: HTMLElement, at: number): HTMLInputElement => {
  const found = form.querySelectorAll<HTMLInputElement>('input[type=file]')[at];
  if (found === undefined) throw new Error('no such file field');
  return found;
};

test('trees of departments, people and merchants, a dictionary, a day and an ID hold codes', async () => {
  const { page, form } = await open();
  await pick(/^The deptNo/, 'Collection');
  await pick(/^The userNo/, 'Amina');
  await pick(/^The merchantNos/, 'Haraka');
  fireEvent.click(screen.getByRole('option', { name: /Closed down/ }));
  await within(form).findByText('Equity Bank');
  fireEvent.change(within(form).getByLabelText('The bankCode'), {
    target: { value: 'EQUITY' },
  });
  const card = within(form).getByLabelText('The idCardNo');
  fireEvent.change(card, { target: { value: '123456' } });
  fireEvent.click(within(form).getByText('Send'));
  expect(await within(form).findByText('7 to 9 digits')).toBeTruthy();
  expect(page.server.callsOf(save)).toEqual([]);
  fireEvent.change(card, { target: { value: '23456789' } });
  fireEvent.click(within(form).getByText('Send'));
  await waitFor(() => {
    expect(page.server.callsOf(save)[0]?.request).toEqual({
      deptNo: 'D2',
      userNo: 'U7',
      bankCode: 'EQUITY',
      day: null,
      idCardNo: '23456789',
      merchantNos: ['M1'],
      scan: null,
      photo: null,
    });
  });
});

test.each([
  [0, 'plan.docx', 'x', 'application/msword', /^Only file formats .*pdf.* supported, please reselect$/],
  [0, 'plan.pdf', 'x'.repeat(1_100_000), 'application/pdf', /^File exceeds 1 MB, please reselect$/],
  [1, 'note.txt', 'x'.repeat(2_000), 'text/plain', 'Only image upload supported'],
  [1, 'dot.png', 'x', 'image/png', 'Image size must be between 1 KB and 10 MB'],
])('field %i refuses %s beside it and sends nothing', async (at, name, content, type, message) => {
  const { page, form } = await open();
  await waitFor(() => fileInput(form, 1));
  const file = new File([content], name, { type });
  fireEvent.change(fileInput(form, at), { target: { files: [file] } });
  expect(await within(form).findByText(message)).toBeTruthy();
  expect(page.server.calls.filter((one) => /file|attach/i.test(one.name))).toEqual([]);
});

test('a file holds what was chosen last, whichever upload ends last, and nothing once it was taken out', async () => {
  const { page, form } = await open();
  const proof = (attachId: string, fileName: string) => ({
    attachId,
    fileName,
    contentType: 'application/pdf',
    bytes: 4,
    md5: '',
    subjectType: 'own',
    subjectNo: 'U1',
    uploadedBy: 'Tester',
    uploadedAt: '2026-11-20T08:00:00Z',
    allowedActions: [],
  });
  // Each upload ends when the test says so.
  const ends: (() => void)[] = [];
  setAdapter(async (config) => {
    const answered = await page.server.adapter(config);
    if (/upload\/attach$/.test(config.url ?? '')) await new Promise<void>((end) => ends.push(end));
    return answered;
  });
  const put = async (name: string) => {
    page.server.answer(reply(uploads.uploadAttach, proof(name, name)));
    const file = new File(['%PDF'], name, { type: 'application/pdf' });
    const before = ends.length;
    fireEvent.change(fileInput(form, 0), { target: { files: [file] } });
    await waitFor(() => {
      expect(ends).toHaveLength(before + 1);
    });
  };
  const sent = async () => {
    const before = page.server.callsOf(save).length;
    fireEvent.click(within(form).getByText('Send'));
    await waitFor(() => {
      expect(page.server.callsOf(save)).toHaveLength(before + 1);
    });
    return page.server.callsOf(save).at(-1)?.request['scan'];
  };
  page.server.answer(
    reply(save, () => {
      throw new Refusal('STALE');
    }),
  );
  await waitFor(() => fileInput(form, 1));
  fireEvent.change(within(form).getByLabelText('The idCardNo'), { target: { value: '23456789' } });
  await put('long.pdf');
  await put('right.pdf');
  await act(async () => ends[1]?.());
  await act(async () => ends[0]?.());
  expect(await sent()).toEqual({ attachId: 'right.pdf', fileName: 'right.pdf' });
  expect(within(form).queryByRole('progressbar')).toBeNull();
  await put('wrong.pdf');
  fireEvent.click(within(form).getByRole('button', { name: 'Remove' }));
  await act(async () => ends[2]?.());
  expect(await sent()).toBeNull();
});
