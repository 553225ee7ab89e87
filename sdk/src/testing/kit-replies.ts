import { counts } from '../contracts/platform/approval.contract.ts';
import { page, saveFilter, saveLayout } from '../contracts/platform/view.contract.ts';
import { reply } from './fake-server.ts';
import type { FakeReply } from './fake-server.ts';

/** What lists ask for automatically: no views yet, filters and layouts are kept. A test may answer otherwise. */
export function kitReplies(): readonly FakeReply[] {
  const ids = new Map<string, string>();
  return [
    reply(counts, { total: 0, pages: [] }),
    reply(page, { views: [], defaultViewId: null, layout: null, shareableRoles: [] }),
    reply(saveLayout, {}),
    reply(saveFilter, ({ filters }) => {
      const content = JSON.stringify(filters);
      const filterId = ids.get(content) ?? `filter-${String(ids.size + 1).padStart(16, '0')}`;
      ids.set(content, filterId);
      return { filterId };
    }),
  ];
}
