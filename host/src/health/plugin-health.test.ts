import type { PluginFact } from '@kituo/sdk/contracts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPluginHealth } from './plugin-health.ts';

const cash = { name: 'cash', version: '1.1.0' };
let told: PluginFact[][] = [];
const made = () =>
  createPluginHealth(async (facts) => {
    told.push(facts);
  });

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
});
afterEach(() => {
  vi.useRealTimers();
});

it('tells openings together and a failure at once, with what waited', () => {
  const health = made();
  health.opened(cash, 123.4);
  health.opened(cash, null);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([]);
  health.failed(cash, 'evaluation');
  vi.advanceTimersByTime(1_000);
  const which = { plugin: 'cash', version: '1.1.0' };
  expect(told).toEqual([
    [
      { ...which, kind: 'open', ms: 123 },
      { ...which, kind: 'open' },
      { ...which, kind: 'evaluation' },
    ],
  ]);
  vi.advanceTimersByTime(60_000);
  expect(told).toHaveLength(1);
});

it('keeps no more than one report takes', () => {
  const health = made();
  for (let round = 0; round < 80; round += 1) health.opened(cash, null);
  vi.advanceTimersByTime(60_000);
  expect(told.map((facts) => facts.length)).toEqual([50]);
});

it('sets a version aside after three failures in five minutes, until the person asks for it', () => {
  const health = made();
  const fail = (times: number) => {
    for (let round = 0; round < times; round += 1) health.failed(cash, 'render');
  };
  for (let round = 0; round < 9; round += 1) health.failed(cash, 'network');
  fail(2);
  vi.advanceTimersByTime(300_001);
  fail(2);
  expect(health.isOut(cash)).toBe(false);
  fail(1);
  expect(health.isOut(cash)).toBe(true);
  expect(health.isOut({ ...cash, version: '1.0.0' })).toBe(false);
  health.forgive(cash);
  expect(health.isOut(cash)).toBe(false);
});
