// @vitest-environment jsdom
import { appAdvice, inCallRecord, replyTemplate } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { CustomerInCallRecordPage } from './customer-in-call-record.page.tsx';
import { FeedbackPage } from './feedback.page.tsx';

const call: inCallRecord.InCallRow = {
  recordNo: 'IC000000001',
  merchantNo: 'M0001',
  callAt: '2026-11-20T06:00:00Z',
  hotline: null,
  phone: '25*******678',
  customerNo: 'C000000001',
  customerName: 'Njeri Wambui',
  isCustomer: true,
  email: null,
  orderNo: null,
  isMissed: true,
  hasHotlinePriority: false,
  reasonType: null,
  content: null,
  resolveStatus: 'UNRESOLVED',
  nextFollowAt: null,
  agentName: null,
  waitSeconds: 40,
  talkSeconds: 0,
  calledBackAt: null,
  feedbackNo: null,
  allowedActions: ['callBack'],
};
const advice: appAdvice.AdviceRow = {
  adviceNo: 'AA000000001',
  merchantNo: 'M0001',
  appName: 'Kituo Credit',
  appVersion: '2.14.0',
  adviceType: 'PROBLEM',
  content: 'The app closes',
  imageCount: 0,
  customerNo: null,
  customerName: null,
  phone: null,
  feedbackStatus: 'PROCESSING',
  handlerUserNo: 'U000001',
  handlerName: 'Achieng',
  submittedAt: '2026-11-20T06:00:00Z',
  replyDueAt: '2026-11-22T06:00:00Z',
  processedAt: null,
  feedbackNo: null,
  allowedActions: ['reply', 'finish'],
};
const listed = <Row,>(row: Row) => ({ rows: [row], total: 1, totalIsExact: true });

test('a call asks for its number first, and a missed one is rung back', async () => {
  const page = renderPage(<CustomerInCallRecordPage />, {
    at: '/AdminContent/CustomerServiceSystem/CustomerInCallRecord',
    perms: ['customerService:callRecord:save'],
    plugin: { name: 'customer-service', texts: { en } },
    replies: [
      reply(inCallRecord.page, listed(call)),
      reply(inCallRecord.choices, { hotlines: [], agents: [], hasTelephone: false }),
      reply(inCallRecord.callBack, { recordNo: 'IC000000001', callNo: null }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Call back: IC/ }));
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).getByText(/extension rings first/)).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Call back' }));
  await waitFor(() => {
    expect(page.server.callsOf(inCallRecord.callBack)[0]?.request).toEqual({ recordNo: 'IC000000001' });
  });
  fireEvent.click(screen.getByRole('button', { name: 'New call' }));
  expect(await screen.findByText('Please check the phone number first')).toBeTruthy();
});

test('advice is answered in the customer’s app', async () => {
  const page = renderPage(<FeedbackPage />, {
    at: '/AdminContent/CustomerServiceSystem/Feedback',
    perms: ['customerService:advice:handle'],
    plugin: { name: 'customer-service', texts: { en } },
    replies: [
      reply(appAdvice.page, listed(advice)),
      reply(appAdvice.people, []),
      reply(replyTemplate.offered, []),
      reply(appAdvice.reply, { adviceNo: 'AA000000001', feedbackStatus: 'PROCESSING' }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Reply: AA/ }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send reply' }));
  expect(await within(dialog).findByText('Content cannot be blank')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText(/^Reply/), { target: { value: 'Update the app' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send reply' }));
  await waitFor(() => {
    expect(page.server.callsOf(appAdvice.reply)[0]?.request).toEqual({
      adviceNo: 'AA000000001',
      replyContent: 'Update the app',
    });
  });
});

test('a template fills the reply, which may be changed and goes out as an SMS, too', async () => {
  const page = renderPage(<FeedbackPage />, {
    at: '/AdminContent/CustomerServiceSystem/Feedback',
    perms: ['customerService:advice:handle'],
    plugin: { name: 'customer-service', texts: { en } },
    replies: [
      reply(appAdvice.page, listed({ ...advice, phone: '2547*****678' })),
      reply(appAdvice.people, []),
      reply(replyTemplate.offered, [
        {
          replyTemplateNo: 'RP000001',
          templateName: 'Update the app',
          merchantName: 'Kituo Credit',
          language: 'en',
          content: 'Please update the app.',
        },
      ]),
      reply(appAdvice.reply, { adviceNo: 'AA000000001', feedbackStatus: 'PROCESSING' }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Reply: AA/ }));
  const dialog = await screen.findByRole('dialog');
  const template = await within(dialog).findByLabelText(/^Reply template/);
  await within(dialog).findByRole('option', { name: 'Update the app · English' });
  fireEvent.change(template, { target: { value: 'RP000001' } });
  const words = within(dialog).getByRole('textbox', { name: /^Reply/ });
  await waitFor(() => {
    expect(words).toHaveProperty('value', 'Please update the app.');
  });
  fireEvent.change(words, { target: { value: 'Please update the app to 2.15.' } });
  fireEvent.click(within(dialog).getByLabelText('Send as SMS too'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send reply' }));
  await waitFor(() => {
    expect(page.server.callsOf(appAdvice.reply)[0]?.request).toEqual({
      adviceNo: 'AA000000001',
      replyContent: 'Please update the app to 2.15.',
      bySms: true,
    });
  });
});

test('a call becomes a feedback with its own words', async () => {
  const row: inCallRecord.InCallRow = {
    ...call,
    isMissed: false,
    hasHotlinePriority: false,
    reasonType: 'CHARGES',
    content: 'Charged twice for one day',
    allowedActions: ['toFeedback'],
  };
  const page = renderPage(<CustomerInCallRecordPage />, {
    at: '/AdminContent/CustomerServiceSystem/CustomerInCallRecord',
    perms: ['customerService:feedback:save'],
    plugin: { name: 'customer-service', texts: { en } },
    replies: [
      reply(inCallRecord.page, listed(row)),
      reply(inCallRecord.choices, { hotlines: [], agents: [], hasTelephone: false }),
      reply(inCallRecord.toFeedback, { recordNo: row.recordNo, feedbackNo: 'FB000000001' }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Make feedback: / }));
  const form = await screen.findByRole('dialog');
  fireEvent.click(within(form).getByRole('button', { name: 'Make feedback' }));
  await waitFor(() => {
    expect(page.server.callsOf(inCallRecord.toFeedback)[0]?.request).toEqual({
      recordNo: row.recordNo,
      category: 'CHARGES',
      severity: 'MEDIUM',
      content: 'Charged twice for one day',
    });
  });
});
