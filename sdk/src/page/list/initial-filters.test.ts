import { expect, test } from 'vitest';
import { withCleared, withInitial } from './initial-filters.ts';

const initial = { applyTime: '2026-11-14..2026-11-20' };
const state = { filters: {}, sort: null, page: 1, pageSize: 20 } as const;
const filtersAt = (query: string, held: Record<string, string> = {}) =>
  withInitial({ ...state, filters: held }, new URLSearchParams(query), initial).filters;

test('a filter holds its first value until the address says something of it', () => {
  expect(filtersAt('')).toEqual(initial);
  expect(filtersAt('loanType=FIRST', { loanType: 'FIRST' })).toMatchObject(initial);
  const chosen = { applyTime: '2026-01-01..2026-01-02' };
  expect(filtersAt(`applyTime=${chosen.applyTime}`, chosen)).toEqual(chosen);
  expect(filtersAt('view=V1')).toEqual({});
  expect(filtersAt('saved=abc')).toEqual({});
});

test('what was cleared stays cleared', () => {
  const cleared = withCleared(new URLSearchParams(), state, initial);
  expect(filtersAt(cleared.toString(), { applyTime: 'any' })).toEqual({});
  const kept = withCleared(new URLSearchParams('page=2'), { ...state, filters: initial }, initial);
  expect(kept.toString()).toBe('page=2');
});
