import { afterEach, expect, test } from 'vitest';
import { connect, RemoteError, type Methods, type Remote, type RpcOptions } from './rpc.ts';

const open: Remote[] = [];
afterEach(() => {
  for (const remote of open.splice(0)) remote.close();
});

function pair(methods: Methods, options: RpcOptions = {}): Remote {
  const { port1, port2 } = new MessageChannel();
  const asker = connect(port1, {});
  open.push(asker, connect(port2, methods, options));
  return asker;
}

test('answers calls in any order, and errors with their code', async () => {
  const asker = pair({
    add: ([left, right]) => Number(left) + Number(right),
    refuse: () => {
      throw new RemoteError('not yours', 'NOT_GRANTED');
    },
  });
  expect(await Promise.all([asker.call('add', [1, 2]), asker.call('add', [3, 4])])).toEqual([3, 7]);
  await expect(asker.call('refuse', [])).rejects.toMatchObject({
    message: 'not yours',
    code: 'NOT_GRANTED',
  });
  await expect(asker.call('toString', [])).rejects.toMatchObject({ code: 'UNKNOWN' });
});

test('functions among the arguments are called on their own side', async () => {
  const asker = pair({
    later: ([options]) => {
      if (typeof options === 'object' && options !== null && 'done' in options)
        if (typeof options.done === 'function') options.done('said');
    },
  });
  const said = await new Promise((resolve) => {
    asker.tell('later', { done: resolve });
  });
  expect(said).toBe('said');
});

test('an aborted call is given up on both sides', async () => {
  const given = Promise.withResolvers<AbortSignal>();
  const asker = pair({
    wait: (_, signal) => {
      given.resolve(signal);
      return new Promise(() => undefined);
    },
  });
  const aborter = new AbortController();
  const call = asker.call('wait', [], aborter.signal);
  const signal = await given.promise;
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
  aborter.abort();
  await expect(call).rejects.toMatchObject({ code: 'ERR_CANCELED' });
  await aborted;
});

test('more calls at once than are allowed are refused, and what is not admitted is not read', async () => {
  const asker = pair({ wait: () => new Promise(() => undefined) }, { maxCalls: 2 });
  const left = [1, 2].map(() => asker.call('wait', []).catch(() => undefined));
  await expect(asker.call('wait', [])).rejects.toMatchObject({ code: 'BUSY' });
  expect(left).toHaveLength(2);
  let read = 0;
  const flooded = pair({ note: () => (read += 1) }, { admits: () => read < 3 });
  for (let count = 0; count < 10; count += 1) flooded.tell('note');
  await asker.call('none', []).catch(() => undefined);
  expect(read).toBeLessThanOrEqual(3);
  const heard: unknown[] = [];
  const weighed = pair(
    { note: ([text]) => heard.push(text) },
    { bears: (message) => JSON.stringify(message).length < 50 },
  );
  weighed.tell('note', 'x'.repeat(100));
  weighed.tell('note', 'short');
  await weighed.call('none', []).catch(() => undefined);
  expect(heard).toEqual(['short']);
});
