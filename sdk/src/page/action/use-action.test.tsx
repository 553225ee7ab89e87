// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint } from '../../contracts/endpoint.ts';
import * as change from '../../contracts/platform/change.contract.ts';
import { Refusal, renderPage, reply, resetFakeHost } from '../../testing/index.ts';
import type { FakeReply } from '../../testing/index.ts';
import { tracking$ } from '../../tracking/tracking.ts';
import { undoWith } from './undo.ts';
import { useAction } from './use-action.ts';

afterEach(resetFakeHost);

const lock = defineEndpoint({
  name: 'door.lock',
  method: 'POST',
  path: 'door/lock',
  access: { code: ['door:lock'] },
  kind: 'command',
  summary: 'Locks a door',
  request: z.strictObject({ doorNo: z.string() }),
  reply: z.object({ changeNo: z.optional(z.string()) }),
});
const unlock = defineEndpoint({
  ...lock,
  name: 'door.unlock',
  path: 'door/unlock',
  access: { code: ['door:unlock'] },
});

const { withdraw } = change.changeFamilies.user;
const door = { doorNo: 'D1', allowedActions: ['lock'] };
const refreshed: string[] = [];

function Page() {
  const action = useAction({
    name: 'lock',
    endpoint: lock,
    request: ({ doorNo }: typeof door) => ({ doorNo }),
    waitsIn: change.changeFamilies.user,
    undo: undoWith(unlock, ({ doorNo }: typeof door) => ({ doorNo })),
    facts: ({ doorNo }) => ({ name: doorNo }),
    list: {
      refresh: () => refreshed.push('all'),
      refreshRow: async ({ doorNo }) => {
        refreshed.push(doorNo);
        await Promise.resolve();
      },
    },
  });
  return (
    <>
      {action.isAllowed(door) && (
        <button
          onClick={() => {
            action.open(door);
          }}
        >
          open
        </button>
      )}
      <button onClick={() => void action.submit({})}>send</button>
      <output>{action.error?.msg}</output>
    </>
  );
}

const texts = { action: { lock: { label: 'Lock', done: '{{name}} is locked' } } };
function open(perms: readonly string[], replies: readonly FakeReply[] = [], en: object = texts) {
  refreshed.length = 0;
  return renderPage(<Page />, {
    perms,
    plugin: { name: 'test', texts: { en } },
    replies: [...replies, reply(lock, {}), reply(unlock, {})],
  });
}

test('reads just its row again, is tracked, and is undone by its opposite', async () => {
  const tracked: unknown[] = [];
  const subscription = tracking$.subscribe(({ eventType, type }) => tracked.push([eventType, type]));
  const page = open(['door:lock', 'door:unlock']);
  fireEvent.click(screen.getByText('open'));
  fireEvent.click(screen.getByText('send'));
  // A second click before the button is drawn disabled.
  fireEvent.click(screen.getByText('send'));
  expect(await screen.findByText('D1 is locked')).toBeTruthy();
  expect(page.server.callsOf(lock)).toHaveLength(1);
  expect(refreshed).toEqual(['D1']);
  expect(tracked).toEqual([['COMMAND', 'door.lock']]);
  subscription.unsubscribe();
  const undo = screen.getByText('Undo');
  fireEvent.click(undo);
  fireEvent.click(undo);
  expect(await screen.findByText('Undone')).toBeTruthy();
  expect(page.server.callsOf(unlock)).toHaveLength(1);
  await waitFor(() => {
    expect(refreshed).toEqual(['D1', 'D1']);
  });
});

test('asks about a word that is warned of, and sends again with the answer alone', async () => {
  let attempts = 0;
  const page = open(
    ['door:lock', 'door:unlock'],
    [
      reply(lock, () => {
        attempts += 1;
        if (attempts < 3) throw new Refusal('SENSITIVE_WORD_WARNED', { facts: { word: 'arrest' } });
        return {};
      }),
    ],
  );
  fireEvent.click(screen.getByText('open'));
  fireEvent.click(screen.getByText('send'));
  expect(await screen.findByText(/The text contains: arrest/)).toBeTruthy();
  fireEvent.click(screen.getByText('Change text'));
  await waitFor(() => {
    expect(screen.queryByText(/The text contains/)).toBeNull();
  });
  expect(page.server.callsOf(lock)).toHaveLength(1);
  fireEvent.click(screen.getByText('send'));
  fireEvent.click(await screen.findByText('Use anyway'));
  expect(await screen.findByText('D1 is locked')).toBeTruthy();
  expect(page.server.callsOf(lock)).toHaveLength(3);
});

test('offers no Undo to those who may not do the opposite', async () => {
  open(['door:lock']);
  fireEvent.click(screen.getByText('open'));
  fireEvent.click(screen.getByText('send'));
  expect(await screen.findByText('D1 is locked')).toBeTruthy();
  expect(screen.queryByText('Undo')).toBeNull();
});

test('says that an approver has to agree, and lets whoever asked take it back', async () => {
  const page = open(
    ['door:lock', 'door:unlock'],
    [
      reply(lock, { changeNo: 'C7' }),
      reply(withdraw, () => {
        throw new Refusal('ILLEGAL_TRANSITION');
      }),
    ],
  );
  fireEvent.click(screen.getByText('open'));
  fireEvent.click(screen.getByText('send'));
  expect(await screen.findByText('Sent for approval. It takes effect once approved.')).toBeTruthy();
  // What has not happened is not undone: the request is.
  expect(screen.queryByText('Undo')).toBeNull();
  fireEvent.click(screen.getByText('Withdraw'));
  await waitFor(() => {
    expect(page.server.callsOf(withdraw).map(({ request }) => request)).toEqual([{ changeNo: 'C7' }]);
  });
  // Somebody agreed meanwhile: that is said, and what stands is read again.
  await waitFor(() => {
    expect(refreshed).toEqual(['D1', 'D1']);
  });
  expect(screen.queryByText('Request withdrawn.')).toBeNull();
  expect(page.server.callsOf(unlock)).toEqual([]);
});

test('a section says in its own words what waits', async () => {
  const lockTexts = { ...texts.action.lock, done_waits: '{{name}} locks when somebody agrees' };
  open(['door:lock'], [reply(lock, { changeNo: 'C7' })], { action: { lock: lockTexts } });
  fireEvent.click(screen.getByText('open'));
  fireEvent.click(screen.getByText('send'));
  expect(await screen.findByText('D1 locks when somebody agrees')).toBeTruthy();
});

test('a new opening has a new key; a refusal stays where it was made', async () => {
  const page = open(
    ['door:lock'],
    [
      reply(lock, () => {
        throw new Refusal('STALE');
      }),
    ],
  );
  for (const expected of [1, 2]) {
    fireEvent.click(screen.getByText('open'));
    expect(screen.getByRole('status').textContent).toBe('');
    fireEvent.click(screen.getByText('send'));
    await waitFor(() => {
      expect(page.server.callsOf(lock)).toHaveLength(expected);
    });
    await waitFor(() => {
      expect(screen.getByRole('status').textContent).not.toBe('');
    });
  }
  const keys = page.server.callsOf(lock).map((one) => one.headers['idempotency-key']);
  expect(new Set(keys).size).toBe(2);
  expect(refreshed).toEqual([]);
});
