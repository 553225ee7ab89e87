import { useSyncExternalStore } from 'react';
import { BehaviorSubject } from 'rxjs';

/** A value that changes over time and can be read at once. Subscribers get the present value first. */
export interface ReadableValue<T> {
  readonly value: T;
  subscribe(listener: (value: T) => void): { unsubscribe(): void };
}

/** Makes a value that parts of the SDK share. */
export function createValue<T>(initial: T): BehaviorSubject<T> {
  return new BehaviorSubject(initial);
}

type Listen = (changed: () => void) => () => void;

/** One function a value: with another, React would subscribe again at each drawing. */
const listens = new WeakMap<ReadableValue<unknown>, Listen>();

function listenTo(source: ReadableValue<unknown>): Listen {
  const known = listens.get(source);
  if (known !== undefined) return known;
  const listen: Listen = (changed) => {
    const subscription = source.subscribe(changed);
    return () => {
      subscription.unsubscribe();
    };
  };
  listens.set(source, listen);
  return listen;
}

/**
 * Reads a shared value in a component and draws again when it changes.
 *
 * @example const session = useValue(session$);
 */
export function useValue<T>(source: ReadableValue<T>): T {
  return useSyncExternalStore(listenTo(source), () => source.value);
}
