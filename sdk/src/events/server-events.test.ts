import { expect, it } from 'vitest';
import type { ServerEvent } from '../contracts/bootstrap.ts';
import { serverEvents$, takeServerEvent } from './server-events.ts';

function told(text: string): readonly ServerEvent[] {
  const events: ServerEvent[] = [];
  const subscription = serverEvents$.subscribe((event) => events.push(event));
  takeServerEvent(text);
  subscription.unsubscribe();
  return events;
}

it.each<ServerEvent>([
  { type: 'hello', revision: 'r1' },
  { type: 'registry', revision: 'r2' },
  { type: 'permissions' },
  { type: 'languages' },
  { type: 'warnings' },
  { type: 'version', version: '2' },
  { type: 'change', changeNo: 'C1', changeState: 'LAPSED' },
  { type: 'job', jobNo: 'J1', status: 'RUNNING', done: 1, total: 2 },
])('passes $type on', (event) => {
  expect(told(JSON.stringify(event))).toEqual([event]);
});

it.each([
  'not JSON',
  '{"type":"from a later version"}',
  '{"type":"change","changeNo":"C1","changeState":"MELTED"}',
  '{"type":"job","jobNo":"J1","status":"RUNNING","done":"1","total":2}',
])('says nothing of %s', (text) => {
  expect(told(text)).toEqual([]);
});
