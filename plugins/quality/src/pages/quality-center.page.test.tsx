// @vitest-environment jsdom
import { inspection, qualitySheet, samplingRule } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { QualityCenterPage } from './quality-center.page.tsx';

const plugin = { name: 'quality', texts: { en } };
const nothing = { rows: [], total: 0, totalIsExact: true };
const choices = reply(inspection.choices, { people: [], inspectors: [], sheets: [], rules: [] });
const row: inspection.InspectionRow = {
  inspectionNo: 'QI000000001',
  sourceType: 'CALL',
  subjectNo: '7',
  happenedAt: '2026-11-27T08:00:00Z',
  userNo: 'U000005',
  realName: 'Achieng Ouma',
  jobNumber: 'KT1005',
  deptName: 'Collection',
  customerPhone: '25*******401',
  durationSeconds: 184,
  flags: ['SENSITIVE_WORD'],
  sheetNo: 'QS000001',
  sheetName: 'Calls',
  score: null,
  hasFatal: false,
  inspectionStatus: 'INSPECTING',
  inspectorName: 'Wambui Gitau',
  appealDueAt: null,
  version: 2,
  allowedActions: ['score'],
};
const items = [
  { itemNo: 'I1', itemName: 'Says who calls', weight: 40, isFatal: false },
  { itemNo: 'I2', itemName: 'Threatens nobody', weight: 60, isFatal: true },
];
const detail = {
  ...row,
  orderNo: null,
  caseNo: null,
  content: null,
  hasRecording: true,
  transcript: [
    { fromSecond: 0, speaker: 'STAFF' as const, said: 'Good morning', words: [] },
    { fromSecond: 84, speaker: 'STAFF' as const, said: 'You will go to jail', words: ['jail'] },
  ],
  sheetVersionNo: 1,
  items,
  answers: [],
  marks: [],
  remark: null,
  leaseUntil: '2026-11-27T09:00:00Z',
  appeal: null,
  decision: null,
  decisionReason: null,
  scoreBefore: null,
  followUps: [],
  announcements: [],
  history: [],
};

test('scores beside the transcript: a moment is marked, a loss is explained, a fatal item makes 0', async () => {
  const page = renderPage(<QualityCenterPage />, {
    at: '/AdminContent/QualitySystem/QualityCenter',
    perms: ['quality:inspection:score'],
    plugin,
    replies: [
      reply(inspection.page, { rows: [row], total: 1, totalIsExact: true }),
      choices,
      reply(inspection.detail, detail),
      reply(inspection.score, { inspectionNo: row.inspectionNo, inspectionStatus: 'SCORED', version: 3 }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Score: QI000000001' }));
  const drawer = await screen.findByRole('dialog');
  fireEvent.click(await within(drawer).findByRole('button', { name: '1:24' }));
  fireEvent.change(within(drawer).getByLabelText('Note at 1:24'), { target: { value: 'Threat' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Mark' }));
  fireEvent.change(within(drawer).getByLabelText('Says who calls'), { target: { value: '40' } });
  expect(await within(drawer).findByText('Score: 40')).toBeTruthy();
  fireEvent.change(within(drawer).getByLabelText('Threatens nobody'), { target: { value: '0' } });
  expect(await within(drawer).findByText('Score: 0')).toBeTruthy();
  fireEvent.change(within(drawer).getByLabelText('Why points are lost'), { target: { value: 'Said jail' } });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Save score' }));
  await waitFor(() => {
    expect(page.server.callsOf(inspection.score)[0]?.request).toEqual({
      inspectionNo: row.inspectionNo,
      version: 2,
      points: { I1: 40, I2: 0 },
      comments: { I2: 'Said jail' },
      marks: [{ atSeconds: 84, note: 'Threat' }],
      remark: null,
    });
  });
});

test('adds up the weights of a sheet as they are typed', async () => {
  const page = renderPage(<QualityCenterPage />, {
    at: '/AdminContent/QualitySystem/QualityCenter?tab=sheets',
    perms: ['quality:sheet:save'],
    plugin,
    replies: [
      reply(inspection.page, nothing),
      reply(qualitySheet.page, nothing),
      reply(samplingRule.page, nothing),
      choices,
      reply(qualitySheet.save, { sheetNo: 'QS000001', version: 1 }),
    ],
  });
  fireEvent.click(await screen.findByRole('button', { name: 'New sheet' }));
  const drawer = await screen.findByRole('dialog');
  fireEvent.change(await within(drawer).findByLabelText('Score sheet'), { target: { value: 'Calls' } });
  fireEvent.change(within(drawer).getByLabelText('Item 1'), { target: { value: 'Polite' } });
  fireEvent.change(within(drawer).getByLabelText('Weight of item 1'), { target: { value: '60' } });
  expect(await within(drawer).findByText('Weights: 60 of 100%')).toBeTruthy();
  expect(await within(drawer).findByLabelText(/^Weight of item 2/)).toBeTruthy();
  fireEvent.click(within(drawer).getByRole('button', { name: 'Save draft' }));
  expect(await within(drawer).findByText('Weights must add to 100%')).toBeTruthy();
  expect(page.server.callsOf(qualitySheet.save)).toEqual([]);
});

test('draws nothing to do for who may only appeal', async () => {
  renderPage(<QualityCenterPage />, {
    at: '/AdminContent/QualitySystem/QualityCenter',
    perms: ['quality:inspection:appeal'],
    plugin,
    replies: [reply(inspection.page, nothing), choices],
  });
  expect(await screen.findByText('Inspections')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Draw sample' })).toBeNull();
});
