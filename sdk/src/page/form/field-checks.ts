import { createContext, useContext, useEffect } from 'react';

/**
 * What is wrong with a value before the contract looks at it, as people call it; null where nothing is. For
 * what a contract cannot say in words: that something typed is no amount, where a text stops being JSON.
 */
export type FieldCheck = (value: unknown) => string | null;

/** The fields that a form draws now, by name, with their checks; null where the contract's are enough. */
export type FieldChecks = Map<string, FieldCheck | null>;

export const FieldChecksContext = createContext<FieldChecks>(new Map());

/** Tells the form of a field for as long as it is drawn: messages about others have no place beside one. */
export function useFieldCheck(name: string, check: FieldCheck | undefined): void {
  const checks = useContext(FieldChecksContext);
  useEffect(() => {
    checks.set(name, check ?? null);
    return () => {
      checks.delete(name);
    };
  }, [checks, name, check]);
}
