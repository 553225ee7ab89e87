// @vitest-environment jsdom
import { change, config, reReview, reviewConfig } from '@kituo/sdk/contracts';
import { Refusal, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { A, listed, open } from '../testing/review-pages.tsx';
import { AuditConfigurationPage } from './audit-configuration.page.tsx';
import { RejectOrderReviewPage } from './reject-order-review.page.tsx';

test('what could not be read is read again on Retry: quotas, rules in force, refusal codes', async () => {
  const refuse = () => {
    throw new Refusal('TOO_MANY_REQUESTS');
  };
  const first = open(<RejectOrderReviewPage />, {
    at: `${A}RejectOrderReview`,
    perms: [],
    replies: [reply(reReview.quota, refuse)],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => {
    expect(first.server.callsOf(reReview.quota)).toHaveLength(2);
  });
  first.unmount();
  const second = open(<AuditConfigurationPage />, {
    at: `${A}AuditConfiguration?tab=FACE`,
    perms: [],
    replies: [reply(config.inForce, refuse)],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => {
    expect(second.server.callsOf(config.inForce)).toHaveLength(2);
  });
});

const asked: change.ChangeRow = {
  changeNo: 'CH7',
  changeState: 'REJECTED',
  kind: 'refuseCode.disable',
  title: 'Disable',
  subjectNo: 'R05',
  subjectName: 'R05 Income',
  makerUserNo: 'U1',
  makerName: 'Wambui',
  before: null,
  after: {},
  reason: null,
  createdAt: '2026-11-20T08:00:00Z',
  lapsesAt: null,
  decidedByName: null,
  decidedAt: null,
  decisionReason: null,
  concerns: [],
  allowedActions: [],
};

describe('decline codes', () => {
  const code = {
    refuseCode: 'R05',
    parentCode: 'R0',
    text: 'Income',
    denialReason: { en: 'Income' },
    coolOffDays: 30,
    reReviewAllowed: true,
    isEnabled: true,
    isUsed: true,
    version: 1,
    waitingChangeNo: null,
    allowedActions: ['disable' as const],
  };
  const { withdraw } = change.changeFamilies.refuseCode;

  test('await approval when changed, and whoever asked takes it back; the list is a file', async () => {
    const page = open(<AuditConfigurationPage />, {
      at: `${A}AuditConfiguration?tab=codes`,
      perms: ['audit:config:update'],
      replies: [
        reply(reviewConfig.refuseCodes, [code]),
        reply(reviewConfig.disableRefuseCode, {
          refuseCode: 'R05',
          changeNo: 'CH7',
        }),
        reply(reviewConfig.codesExport, { jobNo: 'J1' }),
        reply(withdraw, {
          ...asked,
          changeState: 'WITHDRAWN',
        }),
      ],
    });
    fireEvent.click(await screen.findByRole('button', { name: /^Disable/ }));
    const sure = await screen.findByRole('alertdialog');
    fireEvent.click(within(sure).getByRole('button', { name: 'Submit for approval' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    await waitFor(() => {
      expect(page.server.callsOf(withdraw)[0]?.request).toEqual({ changeNo: 'CH7' });
    });
    fireEvent.click(screen.getByLabelText('Select row R05'));
    fireEvent.click(screen.getAllByRole('button', { name: 'Export' }).at(-1) ?? document.body);
    const [csv] = await screen.findAllByRole('menuitem', { name: 'CSV' });
    fireEvent.click(csv ?? document.body);
    await waitFor(() => {
      expect(page.server.callsOf(reviewConfig.codesExport)[0]?.request).toEqual({
        format: 'csv',
        filters: {},
        ids: ['R05'],
      });
    });
  });
});

test('outcomes and changes of codes are lists with files of their own', async () => {
  const outcome = {
    refuseCode: 'R05',
    denialReason: 'Income',
    submitted: 4,
    passed: 1,
    refused: 2,
    returned: 1,
  };
  const first = open(<RejectOrderReviewPage />, {
    at: `${A}RejectOrderReview?tab=outcomes`,
    perms: ['audit:orderReview:page'],
    replies: [reply(reReview.outcomes, [outcome]), reply(reReview.outcomesExport, { jobNo: 'J1' })],
  });
  await screen.findByText('25%');
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));
  await waitFor(() => {
    expect(first.server.callsOf(reReview.outcomesExport)[0]?.request).toEqual({
      format: 'xlsx',
      filters: {},
    });
  });
  first.unmount();
  const { page: changes } = change.changeFamilies.refuseCode;
  const exported = change.changeExports.refuseCode;
  const second = open(<AuditConfigurationPage />, {
    at: `${A}AuditConfiguration?tab=codeChanges&changeState=REJECTED`,
    replies: [reply(changes, listed(asked)), reply(exported, { jobNo: 'J2' })],
  });
  await screen.findByText('R05 Income');
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
  await waitFor(() => {
    expect(second.server.callsOf(exported)[0]?.request).toMatchObject({
      format: 'csv',
      filters: { changeState: 'REJECTED' },
    });
  });
});
