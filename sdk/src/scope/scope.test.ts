// @vitest-environment jsdom
import { Subject } from 'rxjs';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { modals$ } from '../feedback/modal-store.ts';
import { toasts$ } from '../feedback/toast-store.ts';
import { textOf } from '../i18n/texts.ts';
import { resetFakeHost } from '../testing/render-page.tsx';
import { createScope } from './scope.ts';

beforeEach(resetFakeHost);

function takeEverything(name: string) {
  const scope = createScope(name);
  const source = new Subject<number>();
  const seen = vi.fn();
  scope.toast.info(`hello from ${name}`);
  scope.openModal({ title: 'A modal', content: () => null });
  scope.subscribe(source, seen);
  scope.listen(window, 'kituo-test', seen);
  scope.every(10, seen);
  scope.addStyle('/plugins/x.css');
  scope.addTexts('en', { title: 'Title' });
  queryClient.setQueryData([...scope.queryKey('list')], 1);
  return { scope, source, seen };
}

it('lets go of everything a plugin took', () => {
  vi.useFakeTimers();
  const { scope, source, seen } = takeEverything('gone');
  expect(scope.handles).toEqual({
    toast: 1,
    modal: 1,
    subscription: 1,
    handler: 1,
    interval: 1,
    style: 1,
  });
  scope.release();
  source.next(1);
  window.dispatchEvent(new Event('kituo-test'));
  vi.advanceTimersByTime(100);
  expect(seen).not.toHaveBeenCalled();
  expect([scope.openHandles, toasts$.value.length, modals$.value.length]).toEqual([0, 0, 0]);
  expect(document.querySelector('link[href="/plugins/x.css"]')).toBeNull();
  expect(queryClient.getQueryData(['gone', 'list'])).toBeUndefined();
  expect([scope.signal.aborted, source.observed, textOf('gone', 'title')]).toEqual([true, false, '']);
  vi.useRealTimers();
});

it('leaves other plugins alone and takes nothing after its end', () => {
  const staying = takeEverything('staying');
  const leaving = takeEverything('leaving');
  leaving.scope.release();
  expect(staying.scope.openHandles).toBe(6);
  const late = vi.fn();
  leaving.scope.own('other', late);
  leaving.scope.toast.info('too late');
  expect(late).toHaveBeenCalledOnce();
  expect(toasts$.value.map(({ text }) => text)).toEqual(['hello from staying']);
  staying.scope.release();
});

it('forgets what ended automatically', async () => {
  const scope = createScope('short');
  const source = new Subject<number>();
  scope.subscribe(source, () => undefined);
  const modal = scope.openModal<string>({ title: 'A modal', content: () => null });
  source.complete();
  modal.close('done');
  expect(await modal.closed).toBe('done');
  await Promise.resolve();
  expect(scope.openHandles).toBe(0);
});
