// @vitest-environment jsdom
import { feedback, merchant, replyTemplate } from '@kituo/sdk/contracts';
import { type FakeReply, Refusal, renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { CustomerFeedbackPage } from './customer-feedback.page.tsx';

const row: feedback.FeedbackRow = {
  feedbackNo: 'FB000000001',
  merchantNo: 'M0001',
  customerNo: 'C1',
  customerName: 'Njeri Wambui',
  phone: '25*******678',
  orderNo: null,
  linkedFeedbackNo: null,
  mergedInto: null,
  source: 'CALL',
  category: 'CHARGES',
  severity: 'HIGH',
  title: 'Charged twice',
  content: 'Charged twice',
  feedbackStatus: 'PROCESSING',
  isDispute: false,
  handlerUserNo: 'U1',
  handlerName: 'Achieng',
  createdByName: 'Achieng',
  createdAt: '2026-11-20T06:00:00Z',
  dueAt: '2026-11-21T06:00:00Z',
  processedAt: null,
  allowedActions: ['assign', 'note', 'dispute', 'finish', 'merge'],
};
const open = (query = '', more: readonly FakeReply[] = []) =>
  renderPage(<CustomerFeedbackPage />, {
    at: `/AdminContent/CustomerServiceSystem/CustomerFeedback${query}`,
    perms: ['save', 'handle', 'dispute'].map((action) => `customerService:feedback:${action}`),
    plugin: { name: 'customer-service', texts: { en } },
    replies: [
      ...more,
      reply(feedback.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(feedback.people, [{ userNo: 'U2', realName: 'Brian' }]),
      reply(feedback.checkPhone, {
        customerNo: 'C1',
        merchantNo: 'M0001',
        customerName: 'Njeri Wambui',
        orders: [{ orderNo: 'LO0000000007', orderStatus: 'DISBURSED', applyTime: '2026-11-20T06:00:00Z' }],
        openFeedback: [{ feedbackNo: 'FB000000001', category: 'CHARGES', feedbackStatus: 'PROCESSING' }],
      }),
      reply(feedback.save, { feedbackNo: 'FB000000002', feedbackStatus: 'UNPROCESSED', version: 0 }),
      reply(replyTemplate.offered, []),
      reply(feedback.one, {
        row,
        result: null,
        replyContent: null,
        delivery: null,
        vouchers: [],
        madeOf: [],
        coupons: [],
        duplicates: [],
        openOthers: [{ feedbackNo: 'FB000000009', content: 'Charged once', createdAt: '2026-11-20T06:00:00Z' }],
        followedBy: [],
        events: [],
      }),
      reply(feedback.merge, { feedbackNo: 'FB000000001', feedbackStatus: 'PROCESSED', version: 3 }),
      reply(feedback.finish, { feedbackNo: 'FB000000001', feedbackStatus: 'PROCESSED', version: 2 }),
    ],
  });

test('new feedback asks for the number first, says who it is and what is open, and then takes the rest', async () => {
  const page = open();
  fireEvent.click(await screen.findByRole('button', { name: 'New feedback' }));
  const form = await screen.findByRole('dialog');
  expect(within(form).queryByLabelText('Content')).toBeNull();
  fireEvent.change(within(form).getByLabelText('Phone'), { target: { value: '254712345678' } });
  expect(await within(form).findByText(/FB000000001 is still open/)).toBeTruthy();
  fireEvent.change(within(form).getByLabelText('Content'), { target: { value: 'Still charged' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(feedback.save)).toHaveLength(1);
  });
  expect(page.server.callsOf(feedback.save)[0]?.request).toEqual({
    phone: '254712345678',
    source: 'CALL',
    category: 'OTHER',
    severity: 'MEDIUM',
    content: 'Still charged',
  });
});

test('a number that nobody has is said beside it; what is asked for afterwards is not missed', async () => {
  const page = open('', [
    reply(feedback.checkPhone, () => {
      throw new Refusal('FEEDBACK_PHONE_UNKNOWN');
    }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'New feedback' }));
  const form = await screen.findByRole('dialog');
  const phone = within(form).getByLabelText('Phone');
  fireEvent.change(phone, { target: { value: '254712345678' } });
  expect(await within(form).findByText('None of your customers has this number')).toBeTruthy();
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  expect((await within(form).findByRole('alert')).textContent).toBe('None of your customers has this number');
  expect(page.server.callsOf(feedback.save)).toHaveLength(0);
});

test('a feedback that continues another is of the same customer: no number is asked for', async () => {
  const finished: feedback.FeedbackRow = { ...row, feedbackStatus: 'PROCESSED', allowedActions: ['link'] };
  const page = open('', [reply(feedback.page, { rows: [finished], total: 1, totalIsExact: true })]);
  fireEvent.click(await screen.findByRole('button', { name: /^Continue: FB/ }));
  const form = await screen.findByRole('dialog');
  fireEvent.change(await within(form).findByLabelText('Content'), { target: { value: 'Still charged' } });
  expect(within(form).queryByLabelText('Phone')).toBeNull();
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(feedback.save)[0]?.request).toMatchObject({
      customerNo: 'C1',
      linkedFeedbackNo: 'FB000000001',
    });
  });
});

test('one’s own feedback ends with a result and a reply', async () => {
  const page = open();
  fireEvent.click(await screen.findByRole('button', { name: /^Finish: FB/ }));
  const form = await screen.findByRole('dialog');
  fireEvent.change(within(form).getByLabelText('Reply'), { target: { value: 'Given back' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Finish' }));
  await waitFor(() => {
    expect(page.server.callsOf(feedback.finish)[0]?.request).toEqual({
      feedbackNo: 'FB000000001',
      result: 'SOLVED',
      replyContent: 'Given back',
    });
  });
});

test('a duplicate is merged into what else of the customer is open', async () => {
  const page = open();
  fireEvent.click(await screen.findByRole('button', { name: /^More actions for FB/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Merge' }));
  const form = await screen.findByRole('dialog');
  await within(form).findByRole('option', { name: 'FB000000009 · Charged once' });
  fireEvent.change(within(form).getByLabelText('Feedback'), { target: { value: 'FB000000009' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Merge' }));
  await waitFor(() => {
    expect(page.server.callsOf(feedback.merge)[0]?.request).toEqual({
      feedbackNo: 'FB000000001',
      intoNo: 'FB000000009',
    });
  });
});

test('a reply template is changed in its own tab, in the version that was read', async () => {
  const template: replyTemplate.ReplyTemplateRow = {
    replyTemplateNo: 'RP000001',
    merchantNo: 'M0001',
    merchantName: 'Kituo Credit',
    templateName: 'Update the app',
    language: 'sw',
    content: 'Tafadhali sasisha programu.',
    isEnabled: true,
    updatedByName: 'Achieng',
    updatedAt: '2026-11-20T06:00:00Z',
    version: 3,
    allowedActions: ['update'],
  };
  const page = renderPage(<CustomerFeedbackPage />, {
    at: '/AdminContent/CustomerServiceSystem/CustomerFeedback?tab=replyTemplates',
    perms: ['customerService:replyTemplate:save'],
    plugin: { name: 'customer-service', texts: { en } },
    replies: [
      reply(replyTemplate.page, { rows: [template], total: 1, totalIsExact: true }),
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Kituo Credit', enabled: true }]),
      reply(replyTemplate.save, { replyTemplateNo: 'RP000001', version: 4 }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Edit: Update the app' }));
  const form = await screen.findByRole('dialog');
  fireEvent.change(within(form).getByLabelText('Content'), { target: { value: 'Sasisha programu.' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(replyTemplate.save)[0]?.request).toEqual({
      replyTemplateNo: 'RP000001',
      version: 3,
      merchantNo: 'M0001',
      templateName: 'Update the app',
      language: 'sw',
      content: 'Sasisha programu.',
      isEnabled: true,
    });
  });
});

test('a look-up of the chat tool leads to the form for its customer, without a number', async () => {
  const page = open('?forCustomer=C1');
  const form = await screen.findByRole('dialog');
  fireEvent.change(await within(form).findByLabelText('Content'), { target: { value: 'Asked in the chat' } });
  expect(within(form).queryByLabelText('Phone')).toBeNull();
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(page.server.callsOf(feedback.save)[0]?.request).toMatchObject({
      customerNo: 'C1',
      content: 'Asked in the chat',
    });
  });
});
