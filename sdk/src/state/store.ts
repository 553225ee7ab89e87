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

/**
 * Reads a shared value in a component and draws again when it changes.
 *
 * @example const session = useValue(session$);
 */
export function useValue<T>(source: ReadableValue<T>): T {
  return useSyncExternalStore(
    (changed) => {
      const subscription = source.subscribe(changed);
      return () => {
        subscription.unsubscribe();
      };
    },
    () => source.value,
  );
}
