import { approvalReport, type report } from '@kituo/sdk/contracts';
import { expect, test } from 'vitest';
import { approvalKind } from '../approval/approval-kind.ts';
import { dotsOf } from './dots.ts';

const row = (key: string, figures: report.ReportRow['figures']): report.ReportRow => ({
  rowKind: 'ROW',
  key,
  keyName: key,
  isProvisional: false,
  isYoung: false,
  figures: { decided: 40, ...figures },
});

test('a reviewer is a dot of strictness and later default, from the mildest to the strictest', () => {
  const rows = [
    { ...row('', { strictness: 0, fpd7Pct: 8 }), rowKind: 'TOTAL' as const },
    row('U2', { strictness: 4.1, fpd7Pct: 3 }),
    row('U1', { strictness: -6.5, fpd7Pct: 12.5 }),
    row('U3', { strictness: 1, fpd7Pct: null }),
    row('U4', { strictness: 9, fpd7Pct: 0, decided: 29 }),
  ];
  expect(dotsOf(rows, approvalKind).map(({ row: { key }, along, up }) => [key, along, up])).toEqual([
    ['U1', -6.5, 12.5],
    ['U2', 4.1, 3],
  ]);
  expect(Object.keys(approvalReport.measures)).toEqual(expect.arrayContaining(['strictness', 'fpd7Pct']));
});
