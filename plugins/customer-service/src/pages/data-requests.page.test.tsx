// @vitest-environment jsdom
import { change, dataRequest } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { CustomerManagePage } from './customer-manage.page.tsx';

const row: dataRequest.DataRequestRow = {
  requestNo: 'DR000000001',
  merchantNo: 'M0001',
  customerNo: 'C000000001',
  customerName: 'N**** W*****',
  phone: '25*******678',
  requestKind: 'CORRECTION',
  requestChannel: 'LETTER',
  requestStatus: 'VERIFIED',
  receivedOn: '2026-11-20',
  dueOn: '2026-12-04',
  dueAt: '2026-12-04T21:00:00Z',
  isOverdue: false,
  handlerUserNo: 'U000001',
  handlerName: 'Fatuma Hassan',
  createdByName: 'Fatuma Hassan',
  createdAt: '2026-11-20T06:00:00Z',
  closedAt: null,
  allowedActions: ['correct', 'decline'],
};

test('a correction sends only what was filled in, and waits for an approver', async () => {
  const page = renderPage(<CustomerManagePage />, {
    at: '/AdminContent/CustomerServiceSystem/CustomerManage?tab=dataRequests',
    perms: ['customerService:dataRequest:handle'],
    plugin: { name: 'customer-service', texts: { en } },
    replies: [
      reply(dataRequest.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(dataRequest.correct, { changeNo: 'CH000001' }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Correct: DR/ }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/^County/), { target: { value: ' Siaya ' } });
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Letter' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(dataRequest.correct)[0]?.request).toEqual({
      requestNo: 'DR000000001',
      corrections: { county: 'Siaya' },
      reason: 'Letter',
    });
  });
});

test('a decided request says so in the section’s approvals', async () => {
  const approved: change.ChangeRow = {
    changeNo: 'CH000001',
    kind: 'dataRequest.erase',
    title: 'Erase personal data',
    subjectNo: 'DR000000001',
    subjectName: 'DR000000001 C000000001',
    before: null,
    after: { erasedRows: 3, keptRows: 0 },
    makerUserNo: 'U000007',
    makerName: 'Fatuma Hassan',
    reason: 'Asked by letter',
    createdAt: '2026-11-20T06:00:00Z',
    lapsesAt: null,
    changeState: 'APPROVED',
    decidedByName: 'Wanjiru Kamau',
    decidedAt: '2026-11-20T07:00:00Z',
    decisionReason: null,
    concerns: [],
    allowedActions: [],
  };
  renderPage(<CustomerManagePage />, {
    at: '/AdminContent/CustomerServiceSystem/CustomerManage?tab=approvals',
    perms: ['customerService:customer:close'],
    plugin: { name: 'customer-service', texts: { en } },
    replies: [reply(change.changeFamilies.customerAccount.page, { rows: [approved], total: 1, totalIsExact: true })],
  });
  expect(await screen.findByText('Approved')).toBeTruthy();
});
