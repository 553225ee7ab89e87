// @vitest-environment jsdom
import { modelFairness, merchant, riskModel } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { RiskControlModelPage } from './risk-control-model.page.tsx';

const row: riskModel.RiskModelRow = {
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
  loanType: 'FIRST',
  scorer: 'SCORECARD',
  baseScore: 500,
  attributes: [{ input: 'age', from: '*', points: 40 }],
  endpoint: null,
  timeoutMs: 1_000,
  inputSchema: null,
  levels: [{ modelLevel: 'A', minScore: 0 }],
  fallbackLevel: null,
  role: 'CHAMPION',
  trafficPercent: 100,
  testNo: 'MT000001',
  averageScore: 540.5,
  gini: 41.2,
  driftPsi: 0.31,
  failuresToday: 0,
};
const arm = { ruleId: 'R000001', modelName: 'Standard', role: 'CHAMPION', trafficPercent: 100, customers: 7 } as const;
const line = { input: 'age', value: '19', from: '*', points: 0, mostPoints: 40 } as const;
const trace: riskModel.ScoreTrace = {
  modelCode: 'R000001',
  modelName: 'Standard',
  versionNo: 1,
  scorer: 'SCORECARD',
  role: null,
  testNo: null,
  score: 500,
  modelLevel: 'A',
  failure: null,
  elapsedMs: null,
  inputs: { age: 19 },
  lines: [line],
  reasons: [line],
  said: [],
};
const group: modelFairness.FairnessGroup = {
  trait: 'SEX',
  group: 'FEMALE',
  isWithheld: false,
  applications: 60,
  meanScore: 512.5,
  decided: 50,
  approvedPercent: 60,
  ratio: 1,
  isBest: true,
  isBelowFourFifths: false,
  matured: null,
  defaultPercent: null,
};
const fairness: modelFairness.Fairness = {
  versionNo: 2,
  versions: [2, 1],
  ruleSet: null,
  ruleSets: [{ ruleSetCode: 'R000009', ruleSetName: 'Standard set', versionNo: 3 }],
  minGroup: 30,
  policyVersion: 'fairLending@2020-01-01',
  groups: [
    group,
    { ...group, group: 'MALE', approvedPercent: 45, ratio: 0.75, isBest: false, isBelowFourFifths: true },
    { ...group, trait: 'COUNTY', group: 'Lamu', isWithheld: true, applications: null, ratio: null, isBest: false },
  ],
};
const calibration: riskModel.Calibrated = {
  versionNos: [1, 2],
  good: 600,
  bad: 160,
  bands: [{ label: '500', good: 80, bad: 40, odds: 2, lineOdds: 2.1 }],
  line: { pointsToDouble: 100, low: 80.4, high: 132.4, rSquared: 0.98 },
  lack: null,
  stated: { oddsScore: 600, oddsAtScore: 10, pointsToDouble: 50 },
  levels: [
    {
      modelLevel: 'A',
      known: 360,
      bad: 40,
      observed: { percent: 11.1, low: 8.3, high: 14.8 },
      linePercent: 11.1,
      statedPercent: 4,
      isOff: true,
    },
    { modelLevel: null, known: 0, bad: 0, observed: null, linePercent: null, statedPercent: null, isOff: false },
  ],
};
const open = (at: string, perms: readonly string[], more: Partial<riskModel.Drift> = {}) =>
  renderPage(<RiskControlModelPage />, {
    at: `/AdminContent/RiskControlSystem/RiskControlModel${at}`,
    perms: perms.map((code) => `risk:model:${code}`),
    plugin: { name: 'risk', texts: { en } },
    replies: [
      reply(merchant.options, [{ merchantNo: 'M0001', merchantName: 'Kituo Credit', enabled: true }]),
      reply(riskModel.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(riskModel.trafficNow, {
        merchantNo: 'M0001',
        loanType: 'FIRST',
        testNo: 'MT000001',
        startedAt: '2026-11-20T06:00:00Z',
        arms: [arm],
        models: [
          { ruleId: 'R000001', modelName: 'Standard' },
          { ruleId: 'R000002', modelName: 'Income led' },
        ],
        hasPending: false,
      }),
      reply(riskModel.traffic, { changeNo: 'CH1' }),
      reply(modelFairness.fairness, fairness),
      reply(modelFairness.fairnessExport, { jobNo: 'JB1' }),
      reply(riskModel.score, trace),
      reply(riskModel.drift, {
        psi: 0.31,
        gini: 41.2,
        good: 80,
        bad: 20,
        referenceCount: 200,
        recentCount: 90,
        inputs: [{ input: 'age', psi: 0.44 }],
        spread: [{ label: '500-549', reference: 0.5, recent: 0.25 }],
        levels: [{ modelLevel: 'A', scored: 290, disbursed: 100, matured: 50, bad: 5 }],
        calibration,
        ...more,
      }),
      reply(riskModel.dryRun, {
        considered: 2,
        matched: 2,
        amountCents: 100_00,
        matchedInForce: 1,
        items: [{ subjectNo: 'LO1', amountCents: 100_00, outcome: 'B', outcomeInForce: 'A' }],
        dryRunToken: 'tried',
      }),
      reply(riskModel.save, { ruleId: 'R000001', versionId: 'V2', versionNo: 2, versionStatus: 'PENDING' }),
    ],
  });

test('a line of a scorecard is changed, simulated and submitted with the proof of it', async () => {
  const page = open('', ['save']);
  fireEvent.click((await screen.findAllByText('Edit'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByDisplayValue('40'), { target: { value: '-40' } });
  fireEvent.click(within(drawer).getByText('Simulate'));
  expect(await within(drawer).findByText(/2 of 2 past applications scored, 1 with another level/)).toBeTruthy();
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'The young repay less' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(riskModel.save)[0]?.request).toMatchObject({
      ruleId: 'R000001',
      value: { scorer: 'SCORECARD', attributes: [{ input: 'age', from: '*', points: -40 }], fallbackLevel: null },
      dryRunToken: 'tried',
    });
  });
  page.assertReleases();
});

test('shares are submitted once they add up to 100', async () => {
  const page = open('', ['traffic']);
  fireEvent.click((await screen.findAllByText('Traffic'))[0] ?? document.body);
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText('Income led', { selector: 'select' }), {
    target: { value: 'CHALLENGER' },
  });
  const [champion, challenger] = await within(drawer).findAllByLabelText('Traffic (%)');
  fireEvent.change(challenger ?? document.body, { target: { value: '30' } });
  expect(within(drawer).getByText('Total: 130 of 100')).toBeTruthy();
  fireEvent.change(champion ?? document.body, { target: { value: '70' } });
  fireEvent.change(within(drawer).getByLabelText('Reason'), { target: { value: 'A test' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Submit for approval' }));
  await waitFor(() => {
    expect(page.server.callsOf(riskModel.traffic)[0]?.request).toMatchObject({
      merchantNo: 'M0001',
      loanType: 'FIRST',
      shares: [
        { ruleId: 'R000001', role: 'CHAMPION', trafficPercent: 70 },
        { ruleId: 'R000002', role: 'CHALLENGER', trafficPercent: 30 },
      ],
    });
  });
  page.assertReleases();
});

test('drift past 0.2 names the input that moved', async () => {
  const page = open('?detail=drift', []);
  fireEvent.click(await screen.findByText('R000001'));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('Drift 0.31 is above 0.2. Age moved most (PSI 0.44).')).toBeTruthy();
  page.assertReleases();
});

test('odds stand beside what the model states, or a sentence says why there are none', async () => {
  const page = open('?detail=drift', []);
  fireEvent.click(await screen.findByText('R000001'));
  const own = within(await screen.findByRole('region', { name: 'Calibration' }));
  expect(own.getByText(/double every 100 points \(95%: 80.4 to 132.4\). R² 0.98 over 1 score bands/)).toBeTruthy();
  expect(own.getByText(/states 10 good loans for each bad one at 600, doubling every 50 points/)).toBeTruthy();
  expect(own.getByText('A').closest('tr')?.textContent).toBe('A36011.1% (8.3–14.8)11.1%4% (outside the bounds)');
  expect(own.getByText('All levels').closest('tr')?.textContent).toBe('All levels0---');
  page.assertReleases();
});

test('too few loans are told in a sentence', async () => {
  const none = { ...calibration, good: 7, bad: 0, bands: [], line: null, lack: 'FEW_LOANS' as const, stated: null };
  const page = open('?detail=drift', [], { calibration: none });
  fireEvent.click(await screen.findByText('R000001'));
  expect(await screen.findByText(/Too few loans: 7 good, 0 bad/)).toBeTruthy();
  page.assertReleases();
});

test('a past order is scored, with its reasons in words', async () => {
  const page = open('?detail=score', ['score']);
  fireEvent.click(await screen.findByText('R000001'));
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText('Order'), { target: { value: 'LO1' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Score' }));
  expect(await within(drawer).findByText('Age: 19. 40 points lost')).toBeTruthy();
  page.assertReleases();
});

test('groups stand beside the best one, marked below four fifths and withheld when small, by version and rule set', async () => {
  const page = open('?detail=fairness', []);
  fireEvent.click(await screen.findByText('R000001'));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText(/An indicator, not a verdict/)).toBeTruthy();
  const male = (await within(drawer).findByText('Male')).closest('tr');
  expect(male?.textContent).toContain('0.75 (below four fifths)');
  expect(male?.hasAttribute('data-below')).toBe(true);
  expect(within(drawer).getByText('Lamu').closest('tr')?.textContent).toBe('LamuWithheld');
  fireEvent.change(within(drawer).getByLabelText('Version'), { target: { value: '1' } });
  fireEvent.change(await within(drawer).findByLabelText('Rule set'), { target: { value: 'R000009 3' } });
  await waitFor(() => {
    expect(page.server.callsOf(modelFairness.fairness).at(-1)?.request).toMatchObject({
      ruleId: 'R000001',
      versionNo: 1,
      ruleSetCode: 'R000009',
      ruleSetVersionNo: 3,
    });
  });
  page.assertReleases();
});
