import { expect, it } from 'vitest';
import { RecentEvents } from './recent-events.ts';

const her = { sessionId: 's1', userNo: 'U1' };

it('knows what was told since its beginning, to whom, and no session’s end', () => {
  const lately = new RecentEvents(1_000);
  lately.add('everyone', { type: 'orders' }, 1_500);
  lately.add({ userNos: ['U2'] }, { type: 'warnings' }, 1_600);
  lately.add({ sessionId: 's1' }, { type: 'permissions' }, 1_700);
  lately.add({ sessionId: 's1' }, { type: 'session', reason: 'FROZEN' }, 1_800);
  expect(lately.since(her, 1_000, 2_000)).toEqual([{ type: 'orders' }, { type: 'permissions' }]);
  expect(lately.since(her, 400, 2_000)).toEqual([{ type: 'permissions' }]);
  expect(lately.since(her, 1_001, 2_000)).toBeNull();
});

it('forgets what is older than three minutes, or before the newest ten thousand, and says so', () => {
  const lately = new RecentEvents(0);
  lately.add('everyone', { type: 'orders' }, 1_000);
  lately.add('everyone', { type: 'warnings' }, 100_000);
  expect(lately.since(her, 150_000, 200_000)).toEqual([{ type: 'warnings' }]);
  expect(lately.since(her, 199_000, 200_000)).toBeNull();
  lately.add({ userNos: ['U1'] }, { type: 'warnings' }, 220_001);
  for (let at = 220_002; at <= 230_000; at += 1) lately.add({ userNos: ['U2'] }, { type: 'orders' }, at);
  expect(lately.since(her, 9_999, 230_000)).toEqual([{ type: 'warnings' }]);
  lately.add({ userNos: ['U2'] }, { type: 'orders' }, 230_000);
  lately.add({ userNos: ['U2'] }, { type: 'orders' }, 230_000);
  expect(lately.since(her, 9_999, 230_000)).toBeNull();
});

it('has somebody read again rather than hear of more than five hundred', () => {
  const lately = new RecentEvents(0);
  for (let at = 1; at <= 501; at += 1) lately.add('everyone', { type: 'orders' }, at);
  expect(lately.since(her, 499, 501)).toHaveLength(500);
  expect(lately.since(her, 500, 501)).toBeNull();
});

it('does not vouch for what came before something was lost', () => {
  const lately = new RecentEvents(0);
  lately.add('everyone', { type: 'orders' }, 10);
  lately.lose(20);
  expect(lately.since(her, 30, 40)).toBeNull();
  expect(lately.since(her, 20, 40)).toEqual([]);
});
