import { expect, it } from 'vitest';
import { abnormalOf } from './classify.ts';

const limits = { lateMinutes: 10, earlyLeaveMinutes: 15, absentMinutes: 120, idleMinutes: 60 };
const good = { isOver: true, hasCome: true, lateMinutes: 10, earlyMinutes: 15, idleMinutes: 60 };
const types = (changes: object) => abnormalOf({ ...good, ...changes }, limits).map(({ abnormalType }) => abnormalType);

it('counts what is above a limit, not what meets it', () => {
  expect(types({})).toEqual([]);
  expect(types({ lateMinutes: 11, earlyMinutes: 16, idleMinutes: 61 })).toEqual(['LATE', 'EARLY_LEAVE', 'IDLE']);
});

it('says of who was absent nothing else', () => {
  expect(types({ lateMinutes: 121, earlyMinutes: 200 })).toEqual(['ABSENT']);
  expect(types({ hasCome: false, lateMinutes: 60, earlyMinutes: null, idleMinutes: null })).toEqual(['ABSENT']);
});

it('waits for who has not come yet', () => {
  const waiting = { isOver: false, hasCome: false, earlyMinutes: null, idleMinutes: null };
  expect(types({ ...waiting, lateMinutes: 90 })).toEqual([]);
  expect(types({ ...waiting, lateMinutes: 121 })).toEqual(['ABSENT']);
});
