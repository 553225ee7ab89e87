// @vitest-environment jsdom
import { renderPage } from '@kituo/sdk/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import { ScoreSection } from './score.section.tsx';

const late = { input: 'maxOverdueDays', value: '45', from: '31', points: -220, mostPoints: 60 } as const;
const income = { input: 'monthlyIncomeCents', value: '3000000', from: '2000000', points: 0, mostPoints: 110 } as const;
const score = {
  modelCode: 'R000001',
  modelName: 'Repeat loans',
  versionNo: 1,
  scorer: 'SCORECARD',
  role: 'CHAMPION',
  testNo: 'MT000001',
  score: 410,
  modelLevel: 'D',
  failure: null,
  elapsedMs: null,
  inputs: { maxOverdueDays: 45, monthlyIncomeCents: 3_000_000 },
  lines: [late, income],
  reasons: [late, income],
  said: [],
} as const;

const show = (more: object = {}) => {
  const { reasons, said, lines, ...rest } = { ...score, ...more };
  const shown = { ...rest, reasons: [...reasons], said: [...said], lines: [...lines] };
  return renderPage(<ScoreSection score={shown} />, {
    at: '/AdminContent/OrderDetailAudit/OrderDetail?orderNo=LO1',
    plugin: { name: 'order-detail', texts: { en } },
  });
};

test('a reviewer reads what cost an application most, in words', async () => {
  show();
  expect(await screen.findByText('Repeat loans: 410, level D')).toBeTruthy();
  const [first, second] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toBe('Longest delay in days: 45. 280 points lost');
  expect(second).toMatch(/^Monthly income: .*30,000.*110 points lost$/);
});

test('a reviewer reads that there is no score', async () => {
  show({ score: null, modelLevel: null, failure: 'TIMEOUT', reasons: [] });
  expect(await screen.findByText('Repeat loans: no score. Fallback level: -')).toBeTruthy();
});
