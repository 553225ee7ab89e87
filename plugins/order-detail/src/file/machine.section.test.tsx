// @vitest-environment jsdom
import type { orderFile } from '@kituo/sdk/contracts';
import { renderPage } from '@kituo/sdk/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { MachineSection } from './machine.section.tsx';

const machine: NonNullable<orderFile.OrderEntry['machine']> = {
  decision: 'REFUSE',
  decidedBy: 'Small loans alone',
  refuseCode: 'M203',
  ruleSetCode: 'R000004',
  versionNo: 2,
  isHalted: false,
  evaluatedAt: '2026-11-28T08:00:00Z',
  lines: [
    {
      priority: 10,
      ruleName: 'Small loans alone',
      fieldKey: 'appliedCents',
      operator: 'GT',
      threshold: '200000',
      value: '300000',
      isHit: true,
      decision: 'REFUSE',
    },
    {
      priority: 20,
      ruleName: 'Has open loans',
      fieldKey: 'openOrders',
      operator: 'GTE',
      threshold: '1',
      value: null,
      isHit: false,
      decision: 'MANUAL',
    },
  ],
  applicantReasons: ['the amount you applied for'],
};
const show = (more: Partial<typeof machine> = {}) =>
  renderPage(<MachineSection machine={{ ...machine, ...more }} />, {
    at: '/AdminContent/OrderDetailAudit/OrderDetail?orderNo=LO1',
    plugin: { name: 'order-detail', texts: { en } },
  });

test('a reviewer reads which rule decided, and every line with what the application said', async () => {
  show();
  expect(await screen.findByText(/Decline by “Small loans alone”/)).toBeTruthy();
  expect(screen.getByText(/M203 · Rule set R000004, version 2/)).toBeTruthy();
  const texts = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(texts[1]).toBe('10Small loans aloneAmount applied for > KES 2,000.00KES 3,000.00Decline');
  expect(screen.getByText('Reasons given to the applicant: the amount you applied for')).toBeTruthy();
  expect(texts[2]).toBe('20Has open loansOpen loans ≥ 1--');
});

test('a reviewer reads that a halt decided, and not a rule', async () => {
  show({ decision: 'MANUAL', decidedBy: null, refuseCode: null, ruleSetCode: null, versionNo: null, isHalted: true });
  expect(await screen.findByText(/To a person: machine review was halted/)).toBeTruthy();
  expect(screen.getByText(/Company default rules/)).toBeTruthy();
});
