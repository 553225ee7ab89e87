// @vitest-environment jsdom
import { pluginOperate } from '@kituo/sdk/contracts';
import { renderPage, reply } from '@kituo/sdk/testing';
import { expect, it, vi } from 'vitest';
import { reportHealth } from './report-health.ts';

const cash = { plugin: 'cash', version: '1.1.0' };

it('tells with the bytes that came, once, and reads the registry again where a version is out', async () => {
  const entry = Object.create(PerformanceEntry.prototype, {
    name: { value: 'https://kituo.example/plugins/cash/1.1.0/plugin.abc.js' },
  });
  const timings = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry]);
  vi.stubGlobal('PerformanceResourceTiming', PerformanceEntry);
  Object.defineProperty(entry, 'transferSize', { value: 4_200 });
  const page = renderPage(<p>Home</p>, {
    replies: [reply(pluginOperate.report, { accepted: 1, out: [cash] })],
  });
  const refresh = vi.fn(async () => undefined);
  await reportHealth([{ ...cash, kind: 'open', ms: 90 }], refresh);
  await reportHealth(
    [
      { ...cash, kind: 'open', ms: 10 },
      { ...cash, kind: 'render' },
    ],
    refresh,
  );
  await reportHealth([], refresh);
  expect(page.server.callsOf(pluginOperate.report).map(({ request }) => request)).toEqual([
    { facts: [{ ...cash, kind: 'open', ms: 90, bytes: 4_200 }] },
    {
      facts: [
        { ...cash, kind: 'open', ms: 10, bytes: 0 },
        { ...cash, kind: 'render' },
      ],
    },
  ]);
  expect(refresh).toHaveBeenCalledTimes(2);
  timings.mockRestore();
  vi.unstubAllGlobals();
});
