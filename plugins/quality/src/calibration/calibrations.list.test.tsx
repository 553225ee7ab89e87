// @vitest-environment jsdom
import { calibration, inspection } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { QualityCenterPage } from '../pages/quality-center.page.tsx';

const row: calibration.CalibrationRow = {
  calibrationNo: 'QC000001',
  inspectionNo: 'QI000000001',
  sourceType: 'CALL',
  happenedAt: '2026-11-27T08:00:00Z',
  sheetName: 'Calls',
  calibrationState: 'OPEN',
  firstName: 'Wambui Gitau',
  secondName: 'Otieno Ouma',
  firstScore: null,
  secondScore: null,
  disagreements: null,
  scoredAt: null,
  allowedActions: ['score'],
};
const items = [
  { itemNo: 'I1', itemName: 'Says who calls', weight: 40, isFatal: false },
  { itemNo: 'I2', itemName: 'Threatens nobody', weight: 60, isFatal: true },
];
const sheet = {
  sheetNo: 'QS000001',
  sheetName: 'Calls',
  inspections: 25,
  judged: 50,
  agreed: 35,
  kappa: 0.4,
  interval95: { low: 0.15, high: 0.65 },
  word: 'FAIR' as const,
  items: [
    {
      itemName: 'Says who calls',
      judged: 25,
      agreed: 10,
      kappa: null,
      interval95: null,
      word: null,
      firstOnly: 5,
      secondOnly: 10,
    },
  ],
};

test('a second score is given without the first; the lead reads kappa and what was disputed', async () => {
  const page = renderPage(<QualityCenterPage />, {
    at: '/AdminContent/QualitySystem/QualityCenter?tab=calibration',
    perms: ['quality:inspection:score', 'quality:inspection:sample'],
    plugin: { name: 'quality', texts: { en } },
    replies: [
      reply(inspection.page, { rows: [], total: 0, totalIsExact: true }),
      reply(inspection.choices, { people: [], inspectors: [], sheets: [], rules: [] }),
      reply(calibration.page, { rows: [row], total: 1, totalIsExact: true }),
      reply(calibration.agreement, [sheet]),
      reply(calibration.strictness, [
        { userNo: 'U000009', realName: 'Halima Yusuf', inspections: 25, meanScore: 71.5, stricterBy: 4.2 },
      ]),
      reply(calibration.detail, {
        ...row,
        items,
        content: null,
        hasRecording: false,
        transcript: [],
        firstAnswers: [],
        secondAnswers: [],
      }),
      reply(calibration.score, { calibrationNo: row.calibrationNo, disagreements: 1 }),
    ],
  });
  expect(await screen.findByText(/κ 0.40 \(0.15 – 0.65\), fair/)).toBeTruthy();
  expect(screen.getByText(/passed by the first only: 5, by the second only: 10/)).toBeTruthy();
  expect((await screen.findByText('Halima Yusuf')).closest('tr')?.textContent).toBe('Halima Yusuf2571.54.2');
  fireEvent.click(await screen.findByRole('button', { name: 'Score: QC000001' }));
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText('Says who calls'), { target: { value: '40' } });
  fireEvent.change(within(drawer).getByLabelText('Threatens nobody'), { target: { value: '60' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Score' }));
  await waitFor(() => {
    expect(page.server.callsOf(calibration.score)[0]?.request).toEqual({
      calibrationNo: 'QC000001',
      points: { I1: 40, I2: 60 },
      comments: {},
    });
  });
});

test('an open second score goes to another inspector', async () => {
  const page = renderPage(<QualityCenterPage />, {
    at: '/AdminContent/QualitySystem/QualityCenter?tab=calibration',
    perms: ['quality:inspection:sample'],
    plugin: { name: 'quality', texts: { en } },
    replies: [
      reply(inspection.page, { rows: [], total: 0, totalIsExact: true }),
      reply(inspection.choices, {
        people: [],
        inspectors: [{ value: 'U000009', label: 'Halima Yusuf' }],
        sheets: [],
        rules: [],
      }),
      reply(calibration.page, { rows: [{ ...row, allowedActions: ['reassign'] }], total: 1, totalIsExact: true }),
      reply(calibration.agreement, []),
      reply(calibration.reassign, { calibrationNo: row.calibrationNo }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Reassign: QC000001' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('option', { name: 'Halima Yusuf' });
  fireEvent.change(within(dialog).getByLabelText('Inspector'), { target: { value: 'U000009' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Reassign' }));
  await waitFor(() => {
    expect(page.server.callsOf(calibration.reassign)[0]?.request).toEqual({
      calibrationNo: 'QC000001',
      inspectorUserNo: 'U000009',
    });
  });
});
