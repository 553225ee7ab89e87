// @vitest-environment jsdom
import { merchant, ruleSet } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { RuleSetPage } from './rule-set.page.tsx';

const rule: ruleSet.RiskRule = {
  priority: 10,
  ruleName: 'Declined by the scorer',
  ruleType: 'CREDIT',
  fieldKey: 'scorerRefused',
  operator: 'EQ',
  threshold: 'true',
  decision: 'REFUSE',
  refuseCode: 'M104',
  coolOffDays: 0,
};
const row: ruleSet.RuleSetRow = {
  ruleId: 'R000001',
  merchantNo: 'M0001',
  merchantName: 'Kituo Credit',
  subjectNo: 'M0001_R000001',
  ruleStatus: 'ENABLED',
  isEnabled: true,
  hasPending: false,
  versionNo: 1,
  effectiveFrom: '2026-11-20',
  lastRunAt: null,
  lastRunItems: null,
  version: 1,
  allowedActions: ['update', 'disable'],
  ruleName: 'Standard',
  productNos: [],
  awaitsScorer: true,
  rules: [rule],
  productNames: [],
  ruleCount: 1,
  refusedPercent: 12.5,
  manualPercent: null,
  hitsToday: {},
  hitsPerDay: { [rule.ruleName]: 1.3 },
};
const evaluation: ruleSet.Evaluation = {
  evaluationId: 1,
  orderNo: 'LO00000001',
  merchantName: 'Kituo Credit',
  ruleSetCode: 'R000001',
  versionNo: 1,
  decision: 'REFUSE',
  decidedBy: rule.ruleName,
  refuseCode: 'M203',
  isHalted: false,
  evaluatedAt: '2026-11-21T06:00:00Z',
  lines: [{ ...rule, value: 'true', isHit: true }],
  applicantReasons: [],
  score: null,
};
const open = (
  at: string,
  perms: readonly string[],
  halt: { haltedAt: string; haltedByName: string; reason: string } | null = null,
) =>
  renderPage(<RuleSetPage />, {
    at: `/AdminContent/RiskControlSystem/RuleSet${at}`,
    perms: perms.map((code) => `risk:ruleSet:${code}`),
    plugin: { name: 'risk', texts: { en } },
    replies: [
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Kituo Credit', enabled: true }]),
      reply(ruleSet.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(ruleSet.products, []),
      reply(ruleSet.backtestResult, {
        jobNo: 'JB1',
        versionNo: 2,
        heldVersionNo: 1,
        newestVersionNo: 3,
        isCurrent: false,
        days: 30,
        daysDone: 30,
        considered: 400,
        flipped: 9,
        flips: [
          {
            ruleName: 'Late before',
            fromDecision: 'PASS',
            toDecision: 'MANUAL',
            orders: 9,
            disbursed: 8,
            repaid: 5,
            bad: 2,
            lentCents: 2_400_000,
            incomeCents: 123_400,
            owedCents: 600_000,
          },
        ],
      }),
      reply(ruleSet.halted, { halt, hasPending: false }),
      reply(ruleSet.dryRun, {
        considered: 2,
        matched: 1,
        amountCents: 100_00,
        matchedInForce: 2,
        items: [{ subjectNo: 'LO1', amountCents: 100_00, outcome: 'PASS', outcomeInForce: 'REFUSE' }],
        dryRunToken: 'tried',
      }),
      reply(ruleSet.save, { ruleId: 'R000001', versionId: 'V2', versionNo: 2, versionStatus: 'PENDING' }),
      reply(ruleSet.evaluationReplay, { isSame: true, differences: [] }),
      reply(ruleSet.evaluationPage, { rows: [evaluation], total: 1, totalIsExact: true }),
    ],
  });

test('a rule is changed, tried on past applications and submitted with the proof of it', async () => {
  const page = open('', ['save', 'enable']);
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  const threshold = await within(drawer).findByDisplayValue('true');
  fireEvent.change(threshold, { target: { value: 'false' } });
  fireEvent.click(within(drawer).getByText('Simulate'));
  expect(await within(drawer).findByText(/1 of 2 past applications declined, 2 now/)).toBeTruthy();
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'The scorer is wrong' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(ruleSet.save)[0]?.request).toMatchObject({
      ruleId: 'R000001',
      value: { ruleName: 'Standard', rules: [{ ...rule, threshold: 'false' }] },
      dryRunToken: 'tried',
    });
  });
  page.assertReleases();
});

test('a decision is read line by line', async () => {
  const page = open('?tab=decisions', []);
  fireEvent.click(await screen.findByText('LO00000001'));
  const drawer = await screen.findByRole('dialog');
  expect((await within(drawer).findAllByText(/Declined by the scorer/)).length).toBeGreaterThan(1);
  expect(await within(drawer).findByText('Replayed from the stored facts: same result')).toBeTruthy();
  page.assertReleases();
});

test('a halt is said to everybody, and its end offered to who may ask for it', async () => {
  const halt = { haltedAt: '2026-11-21T06:00:00Z', haltedByName: 'Achieng Otieno', reason: 'A bad import' };
  const page = open('', ['resume'], halt);
  expect(await screen.findByText(/halted .* by Achieng Otieno: A bad import/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy();
  expect(screen.queryByText('Halt machine review')).toBeNull();
  page.assertReleases();
});

test('a backtest says how the loans that it turns did, and that a newer version exists', async () => {
  const page = open('?detail=backtest', ['dryRun']);
  fireEvent.click(await screen.findByText('R000001'));
  const drawer = await screen.findByRole('dialog');
  const cells = (await within(drawer).findByText('Late before')).closest('tr')?.textContent;
  expect(cells).toContain('KES 1,234.00');
  expect(cells).toContain('KES 6,000.00');
  expect(within(drawer).getByText(/Run the backtest again/)).toBeTruthy();
  page.assertReleases();
});

test('rules are read in order with their hits today and a day', async () => {
  const page = open('?detail=rules', []);
  fireEvent.click(await screen.findByText('R000001'));
  const drawer = await screen.findByRole('dialog');
  const cells = [...((await within(drawer).findByText('M104')).closest('tr')?.children ?? [])];
  expect(cells.slice(-2).map(({ textContent }) => textContent)).toEqual(['0', '1.3']);
  page.assertReleases();
});
