// @vitest-environment jsdom
import { home } from '@kituo/sdk/contracts';
import { renderPage } from '@kituo/sdk/testing';
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { watchOpenWarnings } from './open-warnings.ts';

it('tells the count that was asked for last, whichever answer comes first', async () => {
  const answers: ((count: number) => void)[] = [];
  const answer = () => new Promise((resolve) => answers.push((count) => resolve({ key: 'warningsOpen', count })));
  const page = renderPage(null, { replies: [{ endpoint: home.tile, answer }] });
  const told: (number | null)[] = [];
  const stop = watchOpenWarnings((count) => told.push(count));
  // Told again by a stream that opens while the first is being read.
  page.push({ type: 'warnings' });
  await expect.poll(() => answers.length).toBe(2);
  await act(async () => answers[1]?.(4));
  await expect.poll(() => told).toEqual([4]);
  await act(async () => answers[0]?.(5));
  page.push({ type: 'warnings' });
  await expect.poll(() => answers.length).toBe(3);
  await act(async () => answers[2]?.(3));
  await expect.poll(() => told.at(-1)).toBe(3);
  expect(told).toEqual([4, 3]);
  stop();
});
