import { createContext, useContext, useEffect } from 'react';

/**
 * What is wrong with a value before the contract looks at it, as people call it; null where nothing is. For
 * what a contract cannot say in words: that something typed is no amount, where a text stops being JSON.
 */
export type FieldCheck = (value: unknown) => string | null;

/** The checks of one form, by the field's name. */
export type FieldChecks = Map<string, FieldCheck>;

export const FieldChecksContext = createContext<FieldChecks>(new Map());

/** Has the form check a field so for as long as it is drawn. */
export function useFieldCheck(name: string, check: FieldCheck | undefined): void {
  const checks = useContext(FieldChecksContext);
  useEffect(() => {
    if (check === undefined) return;
    checks.set(name, check);
    return () => {
      checks.delete(name);
    };
  }, [checks, name, check]);
}
