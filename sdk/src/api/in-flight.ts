import { createValue } from '../state/store.ts';
import type { ReadableValue } from '../state/store.ts';

const loading = createValue(0);
const commands = createValue(0);
const online = createValue(true);

/** How many calls in flight want the loading overlay. It hides at 0. */
export const loading$: ReadableValue<number> = loading;

/** How many commands are in flight; a reload waits for 0. */
export const commandsInFlight$: ReadableValue<number> = commands;

/** False from a call that found no network until one gets through, or the browser says so. */
export const online$: ReadableValue<boolean> = online;

/** Notes whether the network was there. */
export function noteNetwork(isThere: boolean): void {
  if (online.value !== isThere) online.next(isThere);
}

/** Counts a call in; the returned function counts it out, once. */
export function beginCall(call: { showsLoading: boolean; isCommand: boolean }): () => void {
  if (call.showsLoading) loading.next(loading.value + 1);
  if (call.isCommand) commands.next(commands.value + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    if (call.showsLoading) loading.next(loading.value - 1);
    if (call.isCommand) commands.next(commands.value - 1);
  };
}

/** Resolves when no command is in flight, or after `maxMs` milliseconds. */
export function commandsSettled(maxMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, maxMs);
    const subscription = commands.subscribe((count) => {
      // Asynchronously, because the first value comes before `subscription` is assigned.
      if (count === 0) queueMicrotask(done);
    });
    function done(): void {
      clearTimeout(timer);
      subscription.unsubscribe();
      resolve();
    }
  });
}
