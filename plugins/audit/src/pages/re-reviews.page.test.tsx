// @vitest-environment jsdom
import { businessConfig, config, reReview, reviewConfig } from '@kituo/sdk/contracts';
import { reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { A, listed, open } from '../testing/review-pages.tsx';
import { RejectOrderReviewConfigPage } from './reject-order-review-config.page.tsx';

describe('re-review', () => {
  const rules = {
    enabled: false,
    dailySubmitLimit: 30,
    perPersonLimit: 10,
    refuseCodes: [],
    minDays: 0,
    maxDays: 30,
    targetStatus: 'TO_ALLOCATE' as const,
    sources: ['REFUSED' as const],
  };
  const version: config.ConfigVersion = {
    versionId: 'CV9',
    configKey: 'audit.reReviewDefaults',
    title: '',
    subjectNo: '',
    versionNo: 2,
    value: {
      ...rules,
      dailySubmitLimit: 50,
    },
    effectiveFrom: '2026-12-01',
    inForceFrom: null,
    versionStatus: 'PENDING',
    makerUserNo: 'U1',
    makerName: 'Wambui',
    checkerName: null,
    reason: 'More staff',
    decisionReason: null,
    version: 2,
    createdAt: '2026-11-20T08:00:00Z',
    updatedAt: '2026-11-20T08:00:00Z',
    allowedActions: ['approve', 'reject'],
  };

  test('has defaults of the company: read, requested, agreed to by another person', async () => {
    const asked = { configKey: 'ORDER_REVIEW' as const, configNo: 'CV9', versionNo: 2 };
    const page = open(<RejectOrderReviewConfigPage />, {
      at: `${A}RejectOrderReviewConfig`,
      perms: ['audit:orderReview:config'],
      replies: [
        reply(reReview.configPage, listed()),
        reply(reviewConfig.refuseCodes, []),
        reply(businessConfig.getConfigByKey, {
          configKey: 'ORDER_REVIEW',
          value: rules,
          versionNo: 1,
          effectiveFrom: '2026-11-01',
        }),
        reply(config.page, listed(version)),
        reply(config.approve, {
          ...version,
          versionStatus: 'SCHEDULED',
        }),
        reply(businessConfig.updateConfig, {
          ...asked,
          versionStatus: 'PENDING',
          effectiveFrom: '2026-12-01',
        }),
      ],
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Default rules' }));
    const drawer = await screen.findByRole('dialog', { name: 'Default rules' });
    await within(drawer).findByText('Wambui: More staff');
    expect(within(drawer).getByRole('row', { name: 'Daily limit 30 50' })).toBeTruthy();
    fireEvent.click(within(drawer).getByRole('button', { name: 'Approve' }));
    const sure = await screen.findByRole('alertdialog', { name: 'Approve the default rules?' });
    fireEvent.click(within(sure).getByRole('button', { name: 'Approve' }));
    await screen.findByText('Default rules approved.');
    expect(page.server.callsOf(config.approve)[0]?.request).toEqual({
      versionId: 'CV9',
      version: 2,
    });
    fireEvent.click(screen.getByRole('button', { name: 'Default rules' }));
    const reopened = await screen.findByRole('dialog', { name: 'Default rules' });
    fireEvent.click(await within(reopened).findByRole('button', { name: 'Edit' }));
    const form = await screen.findByRole('dialog', { name: 'Edit default rules' });
    fireEvent.change(within(form).getByLabelText(/^Reason/), { target: { value: 'Fewer' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Submit for approval' }));
    await waitFor(() => {
      expect(page.server.callsOf(businessConfig.updateConfig)[0]?.request).toMatchObject({
        configKey: 'ORDER_REVIEW',
        value: rules,
        reason: 'Fewer',
      });
    });
  });
});
